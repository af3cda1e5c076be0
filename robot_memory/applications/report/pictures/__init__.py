"""Pictures of the report: SVG in the page, each with a description in words."""
