// Plays whatever is asked by clicking what can be clicked. Knows no rule and no variant.
(limit, rounds) => {
  let state = 12345;
  const random = () => ((state = (state * 1103515245 + 12345) % 2147483648) / 2147483648);
  const any = (list) => list[Math.floor(random() * list.length)];
  const all = (query) => [...document.querySelectorAll(query)];
  const press = (element) => element.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
  const pause = (time) => new Promise((done) => setTimeout(done, time));
  const here = () => document.getElementById("slider")?.getAttribute("aria-valuetext");
  let clicks = 0;
  let before = "";
  let stuck = 0;
  const step = () => {
    const cover = document.querySelector("#curtain:not([hidden]) button");
    if (cover) return press(cover);
    const moves = all("#ask .move:not(.never, [data-key=resume], [data-key=step], [data-key=skip], [data-key=fork], [data-key=return]), #hand .move");
    const places = all(".riskmap-territory[data-legal]");
    const cards = all(".card:not(:disabled)");
    const targets = all(".riskmap-territory[data-target]");
    const input = document.querySelector("#ask .stepper input");
    if (input && random() < 0.5) {
      input.value = String(Math.round(Number(input.min) + random() * (Number(input.max) - Number(input.min))));
      input.dispatchEvent(new Event("change"));
    }
    const choices = [];
    if (moves.length) choices.push(moves, moves);
    if (targets.length) choices.push(targets, targets);
    if (places.length) choices.push(places);
    if (cards.length) choices.push(cards);
    if (choices.length) press(any(any(choices)));
  };
  return (async () => {
    const end = Date.now() + limit;
    while (Date.now() < end) {
      const round = Number(document.getElementById("status").textContent.match(/^Round (\d+)/)?.[1] ?? 0);
      if (document.querySelector("#ask .over") || round > rounds) return { over: true, clicks };
      step();
      clicks += 1;
      await pause(document.querySelector("#ask .move, [data-legal], #curtain:not([hidden])") ? 4 : 15);
      const now = `${here()} ${document.getElementById("ask").textContent} ${document.querySelectorAll("[data-picked]").length} ${document.querySelectorAll("[aria-pressed=true]").length}`;
      stuck = now === before ? stuck + 1 : 0;
      before = now;
      if (stuck > 600) return { stuck: now, clicks };
    }
    return { over: false, clicks };
  })();
}
