"""Pictures of an extract: SVG that stands in the page, with its meaning in words beside it."""
