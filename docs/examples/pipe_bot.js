// A player for `riskvar run VARIANT --bots "exec:node pipe_bot.js"`: it attacks where it is stronger.
const lines = require("node:readline").createInterface({ input: process.stdin });

const greatest = (row) => row.map((value) => value?.max ?? value);

function choose({ armies }, legal) {
  const ahead = (row) => armies[row[1]] - armies[row[2]];
  const attacks = legal.filter((row) => row[0] === "attack" && ahead(row) > 1);
  if (attacks.length > 0) return greatest(attacks.reduce((best, row) => (ahead(row) > ahead(best) ? row : best)));
  const stop = legal.find((row) => row[0] === "done" || row[0] === "call off");
  return greatest(stop ?? legal[legal.length - 1]);
}

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "decide") console.log(JSON.stringify({ move: choose(message.view, message.legal) }));
});
