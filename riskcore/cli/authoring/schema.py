"""`riskvar schema`: JSON Schema of the files that people write, so that editors check and complete them."""

from pathlib import Path

import click

from riskcore.cli.options import plugin_files_option
from riskcore.cli.output import write_file
from riskcore.cli.results import Command, echo

__all__ = ["schema"]


@click.command(cls=Command, short_help="Write JSON Schema, for editors that check and complete files.")
@click.argument("kind", required=False)
@click.option(
    "-o",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Write the schemas of all kinds, or that of KIND, into this folder as KIND.schema.json.",
)
@plugin_files_option
def schema(kind: str | None, folder: Path | None, plugin_files: tuple[str, ...]) -> None:
    """Write the JSON Schema of a KIND of files: variant, board, scenario, project, or a file that rules read, as deck.

    It has every rule that is there, the project's own and those of -p included. Without KIND it is that of variants.
    """
    from riskcore.authoring.schemas import schema_kinds, schema_text
    from riskcore.files.catalog import Catalog

    catalog = Catalog(plugin_files)
    if folder is None:
        echo(schema_text(kind or "variant", catalog), nl=False)
        return
    texts = {each: schema_text(each, catalog) for each in ([kind] if kind else schema_kinds(catalog))}
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.ClickException(f"cannot make {folder}: {(error.strerror or str(error)).lower()}") from error
    for each, text in texts.items():
        write_file(folder / f"{each}.schema.json", text)
        echo(str(folder / f"{each}.schema.json"))
