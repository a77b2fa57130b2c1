"""Games that were kept, people's above all: out of logs, and out of tables that were written by hand."""
