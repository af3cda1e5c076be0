"""Pictures of the report: SVG in the page, each with its meaning in words."""
