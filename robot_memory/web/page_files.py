"""The files of the page: fixed ones of the package, under short names.

See docs/reference/http-api.md, "Without JSON".
"""

from __future__ import annotations

from importlib import resources

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from robot_memory.web.entity_tag import matches, tag_of

_SCRIPTS = (
    "page", "api", "elements", "entry_list", "entry_view", "charts", "map", "needs", "peers",
    "proposal_view", "fleet",
)  # fmt: skip
_FILES = {
    "/": ("index.html", "text/html; charset=utf-8"),
    "/fleet": ("fleet.html", "text/html; charset=utf-8"),
    "/page.css": ("page.css", "text/css; charset=utf-8"),
    **{f"/{name}.js": (f"{name}.js", "text/javascript; charset=utf-8") for name in _SCRIPTS},
}


def page_routes() -> list[Route]:
    """Return a route for each file. Reading the page needs no token; its data do."""
    folder = resources.files("robot_memory.web") / "page"
    return [
        _route(path, (folder / name).read_bytes(), kind) for path, (name, kind) in _FILES.items()
    ]


def _route(path: str, content: bytes, kind: str) -> Route:
    tag = tag_of(content)
    headers = {"ETag": tag, "Cache-Control": "no-cache"}

    async def serve(request: Request) -> Response:
        if matches(request.headers.get("if-none-match", ""), tag):
            return Response(status_code=304, headers=headers)
        return Response(content, headers=headers, media_type=kind)

    return Route(path, serve)
