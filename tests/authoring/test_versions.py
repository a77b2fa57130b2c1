"""Rules and parameters that are called otherwise by now: understood, told, and rewritten with nothing else changed."""

import json
import stat
import warnings
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from riskcore import Variant, VariantError, VariantWarning, load_variant, parse_variant
from riskcore.authoring.schemas import schema_of_file
from riskcore.authoring.upgrade import files_to_upgrade, upgrade
from riskcore.cli import main
from riskcore.files.catalog import Catalog
from riskcore.files.variant import shipped_variants

RULES = '''
import attrs
from riskcore import hookimpl


@attrs.frozen(eq=False)
class Gift:
    """Armies for all."""

    formerly = ("present", "donation")

    armies: int = attrs.field(default=2, metadata={"help": "how many", "formerly": ("extra", "tax.bonus")})
    since: int = attrs.field(default=1, metadata={"formerly": "from"})
    odd: int = attrs.field(default=1, metadata={"deprecated": "leave it out"})

    @hookimpl(wrapper=True)
    def reinforcement(self):
        """Gifts of {self.armies}."""
        rule = yield
        return lambda state, player: rule(state, player) + self.armies


@attrs.frozen(eq=False)
class Tax:
    """Armies from all."""

    deprecated = "use gift"

    rate: int = 1

    @hookimpl(wrapper=True)
    def reinforcement(self):
        """Taxes of {self.rate}."""
        rule = yield
        return lambda state, player: rule(state, player) - self.rate
'''
HEAD = 'name = "Mine"\nextends = "classic-1959"\n'


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A file with rules that have changed, in the working directory."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rules.py").write_text(RULES, encoding="utf-8")
    return "rules.py"


def load(text: str, **options: list[str]) -> tuple[Variant, list[str]]:
    """A variant, and what it warns of."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        variant = parse_variant(text, plugin_files=["rules.py"], **options)
    assert {each.category for each in caught} <= {VariantWarning}
    return variant, [str(each.message) for each in caught]


def parameters(variant: Variant, rule: str) -> dict[str, object]:
    return next(dict(each.parameters) for each in variant.rules if each.name == rule)


def upgraded(text: str, name: str = "mine.toml") -> str:
    """A file after `riskvar upgrade`."""
    file = Path(name)
    file.write_bytes(text.encode())
    return upgrade(file, Catalog(["rules.py"])).after


# -- loading ----------------------------------------------------------------------------------------------------------


def test_a_former_name_of_a_parameter_means_it_and_is_told_at_its_place(rules: str) -> None:
    variant, told = load(f"{HEAD}\n[rules.gift]\n  extra = 5\n")
    assert parameters(variant, "gift") == {"armies": 5}
    assert told == [
        "the text given:5:3: rules.gift.extra: is called armies now; riskvar upgrade rewrites files",
    ]


def test_a_former_name_of_a_rule_means_it_with_its_place_in_the_order(rules: str) -> None:
    variant, told = load(f"{HEAD}[rules.donation]\narmies = 3\n[rules.army-limit]\n")
    assert [each.name for each in variant.rules][-2:] == ["gift", "army-limit"]
    assert told == ["the text given:3:2: rules.donation: is called gift now; riskvar upgrade rewrites files"]


def test_a_parameter_that_another_rule_has_taken_over_goes_there(rules: str) -> None:
    variant, told = load(f"{HEAD}[rules.gift]\nsince = 2\n[rules.tax]\nbonus = 7\n")
    assert parameters(variant, "gift") == {"since": 2, "armies": 7}
    assert parameters(variant, "tax") == {}
    assert (
        "the text given:6:1: rules.tax.bonus: is called rules.gift.armies now; riskvar upgrade rewrites files" in told
    )


def test_what_will_go_is_told_with_what_to_do_instead(rules: str) -> None:
    _, told = load(f"{HEAD}[rules.gift]\nodd = 2\n[rules.tax]\n")
    assert told == [
        "the text given:4:1: rules.gift.odd: is deprecated: leave it out",
        "the text given:5:2: rules.tax: is deprecated: use gift",
    ]


def test_options_of_commands_may_use_former_names(rules: str) -> None:
    variant, told = load(HEAD, rules=["present"], settings=["rules.present.from=4", "rules.gift.extra=3"])
    assert parameters(variant, "gift") == {"since": 4, "armies": 3}
    assert told == [
        "--rule present: rules.present: is called gift now",
        "--set rules.present.from=4: rules.present: is called gift now",
        "--set rules.present.from=4: rules.present.from: is called rules.gift.since now",
        "--set rules.gift.extra=3: rules.gift.extra: is called armies now",
    ]


def test_a_setting_that_has_moved_needs_only_the_rule_it_has_moved_to(rules: str) -> None:
    variant, _ = load(HEAD, rules=["gift"], settings=["rules.tax.bonus=9"])
    assert parameters(variant, "gift") == {"armies": 9}
    assert "tax" not in [each.name for each in variant.rules]


def test_without_may_name_a_rule_as_it_was(rules: str) -> None:
    Path("base.toml").write_text(f"{HEAD}[rules.gift]\n", encoding="utf-8")
    variant, told = load('name = "Mine"\nextends = "./base.toml"\nwithout = ["present"]\n')
    assert "gift" not in [each.name for each in variant.rules]
    assert told == ["the text given:3:12: without[0]: is called gift now; riskvar upgrade rewrites files"]


def test_an_inherited_file_is_named_as_the_one_that_says_it(rules: str) -> None:
    Path("base.toml").write_text(f"{HEAD}[rules.present]\n", encoding="utf-8")
    _, told = load('name = "Mine"\nextends = "./base.toml"\nrules.gift.armies = 3\n')
    words = "rules.present: is called gift now; riskvar upgrade rewrites files"
    assert told == [f"{Path('base.toml').absolute()}:3:2: {words}"]


def test_old_and_new_at_once_is_a_mistake(rules: str) -> None:
    with pytest.raises(VariantError) as refused:
        load(f"{HEAD}[rules.gift]\narmies = 2\nextra = 3\n")
    assert str(refused.value) == "the text given:5:1: rules.gift.extra: is rules.gift.armies, which stands here too"


def test_a_mistake_under_a_former_name_is_told_where_it_stands(rules: str) -> None:
    with pytest.raises(VariantError) as refused:
        load(f"{HEAD}[rules.present]\nextra = true # no\n")
    assert str(refused.value) == "the text given:4:9: rules.gift.armies: must be a whole number, not true"


def test_a_save_with_former_names_can_still_be_loaded(rules: str) -> None:
    saved = load(f"{HEAD}[rules.gift]\narmies = 5\n")[0].to_dict()
    saved["toml"] = saved["toml"].replace("[rules.gift]\narmies", "[rules.present]\nextra")
    with pytest.warns(VariantWarning) as told:
        assert parameters(Variant.from_dict(saved, plugin_files=["rules.py"]), "gift") == {"armies": 5}
    assert str(told[0].message).startswith("saved variant:")


def test_nothing_that_is_shipped_uses_a_former_name() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for variant in shipped_variants():
            load_variant(variant.id)


# -- marks ------------------------------------------------------------------------------------------------------------


def test_schemas_mark_former_names(rules: str) -> None:
    tables = schema_of_file("variant", Catalog([rules]))["properties"]["rules"]["properties"]
    assert tables["present"]["deprecated"]
    assert tables["tax"]["deprecated"]
    assert tables["gift"]["properties"]["extra"]["description"] == "Now called armies."
    assert tables["gift"]["properties"]["odd"]["deprecated"]
    assert tables["tax"]["properties"]["bonus"]["description"] == "Now called rules.gift.armies."
    assert "deprecated" not in tables["gift"]


def test_lists_of_rules_mark_former_names(rules: str) -> None:
    described = riskvar("rules", "donation").stdout
    for words in ("Formerly present and donation", "(formerly extra and tax.bonus)", "(deprecated: leave it out)"):
        assert words in " ".join(described.split())
    assert "Deprecated: use gift. Armies from all." in riskvar("rules").stdout
    facts = json.loads(riskvar("rules", "gift", "--json").stdout)
    assert facts["formerly"] == ["present", "donation"]
    assert [each["formerly"] for each in facts["parameters"]] == [["extra", "tax.bonus"], ["from"], []]


# -- rewriting --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[rules.gift]\nextra = 3 # more\n", "[rules.gift]\narmies = 3 # more\n"),
        ("[ rules . present ] # all\n\n# how many\nextra=3\n", "[ rules . gift ] # all\n\n# how many\narmies=3\n"),
        ("rules.present.extra = 3\nrules.present.from = 2\n", "rules.gift.armies = 3\nrules.gift.since = 2\n"),
        ("rules.'present'.\"extra\" = 3\n", "rules.gift.armies = 3\n"),
        ("[rules]\npresent = { extra = 3, from = 1 } # both\n", "[rules]\ngift = { armies = 3, since = 1 } # both\n"),
        ("[rules]\npresent.extra = 3\n\n[goals]\n", "[rules]\ngift.armies = 3\n\n[goals]\n"),
        ("rules = {present = {extra = 3}}\n", "rules = {gift = {armies = 3}}\n"),
        (
            "without = [\n  'fortify', # one\n  'present', # two\n]\n",
            "without = [\n  'fortify', # one\n  \"gift\", # two\n]\n",
        ),
        (
            "[rules.tax] # t\nbonus = 7 # all\nrate = 1\n\n[rules.gift]\nsince = 2\n",
            "[rules.tax] # t\nrate = 1\n\n[rules.gift]\nsince = 2\narmies = 7 # all\n",
        ),
        ("[rules.tax]\nbonus = 7 # all\n", "[rules.tax]\n\n[rules.gift]\narmies = 7 # all\n"),
        ("# rules.present.extra = 3\n[rules.army-limit]\n", "# rules.present.extra = 3\n[rules.army-limit]\n"),
        ("[rules.gift]\r\nextra = 3\r\n", "[rules.gift]\r\narmies = 3\r\n"),
        ("[rules.present]\narmies = 3\n[rules.present.odd]\n", "[rules.gift]\narmies = 3\n[rules.gift.odd]\n"),
    ],
)
def test_only_names_change(before: str, after: str, rules: str) -> None:
    assert upgraded(HEAD + before) == HEAD + after
    assert upgraded(HEAD + after) == HEAD + after


def test_a_byte_order_mark_stays(rules: str) -> None:
    assert upgraded(f"\ufeff{HEAD}rules.present.extra = 3\n") == f"\ufeff{HEAD}rules.gift.armies = 3\n"


def test_a_comment_is_not_lost_where_its_parameter_has_no_room_for_it(rules: str) -> None:
    after = upgraded(f"{HEAD}rules.gift = {{ since = 2 }}\n[rules.tax]\nbonus = 7 # all of it\n")
    assert "# all of it" in after
    assert parameters(load(after)[0], "gift") == {"since": 2, "armies": 7}


def test_a_scenario_names_rules_and_settings(rules: str) -> None:
    before = (
        'rules = ["present", "army-limit"] # two\nsettings = ["rules.present.extra = 3"]\n'
        "[[scenario]]\nname = \"present\"\nsettings = ['rules.gift.from=1']\n"
    )
    after = upgraded(before, "mine.scenario.toml")
    assert after == (
        'rules = ["gift", "army-limit"] # two\nsettings = ["rules.gift.armies = 3"]\n'
        '[[scenario]]\nname = "present"\nsettings = ["rules.gift.since=1"]\n'
    )
    assert upgraded(after, "mine.scenario.toml") == after


def riskvar(*arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments, "-p", "rules.py"], env={"COLUMNS": "100", "NO_COLOR": "1"})


def test_the_command_rewrites_a_file_and_those_it_extends_once(rules: str) -> None:
    Path("base.toml").write_text(f"{HEAD}[rules.present]\n", encoding="utf-8")
    mine = Path("mine.toml")
    mine.write_text(
        'name = "Mine"\nextends = "base.toml"\nrules.gift.extra = 3\nrules.gift.odd = 2\n', encoding="utf-8"
    )
    mine.chmod(0o600)
    shown = riskvar("upgrade", "mine.toml", "--diff")
    assert shown.exit_code == 1
    assert "-rules.gift.extra = 3\n+rules.gift.armies = 3\n" in shown.stdout
    assert "extra" in mine.read_text()

    written = riskvar("upgrade", "mine.toml")
    assert written.exit_code == 0
    assert written.stdout == (
        "mine.toml: 1 name brought up to date\n"
        "  mine.toml:3:1: rules.gift.extra: is called armies now\n"
        "base.toml: 1 name brought up to date\n"
        "  base.toml:3:2: rules.present: is called gift now\n"
    )
    assert written.stderr == "mine.toml:4:1: rules.gift.odd: is deprecated: leave it out\n"
    assert stat.S_IMODE(mine.stat().st_mode) == 0o600
    again = riskvar("upgrade", "mine.toml")
    assert again.stdout == "mine.toml: up to date\nbase.toml: up to date\n"
    assert riskvar("upgrade", "mine.toml", "--diff").exit_code == 0


def test_commands_tell_once_and_beside_the_results(rules: str) -> None:
    Path("mine.toml").write_text(f"{HEAD}rules.present.armies = 3\n", encoding="utf-8")
    said = riskvar("explain", "mine.toml", "--json")
    assert said.stderr == "mine.toml:3:1: rules.present: is called gift now; riskvar upgrade rewrites files\n"
    json.loads(said.stdout)


def test_a_file_that_cannot_be_read_is_told_and_the_others_are_rewritten(rules: str) -> None:
    Path("broken.toml").write_text("name = \n", encoding="utf-8")
    Path("mine.toml").write_text(f"{HEAD}rules.present.armies = 3\n", encoding="utf-8")
    said = riskvar("upgrade", "broken.toml", "nowhere.toml", "mine.toml")
    assert said.exit_code == 1
    assert "broken.toml:1:8: not TOML" in said.stderr
    assert "nowhere.toml: no such file" in said.stderr
    assert "rules.gift.armies" in Path("mine.toml").read_text()


def test_shipped_files_are_left_alone() -> None:
    assert files_to_upgrade([Path("mine.toml")]) == [Path("mine.toml")]
    assert "name a file" in CliRunner().invoke(main, ["upgrade"]).stderr
