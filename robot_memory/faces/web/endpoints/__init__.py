"""The endpoints: of operations and questions, of files that are written, and of a fleet."""

from robot_memory.faces.web.endpoints.declared import DECLARED_ENDPOINTS, WRITE_LEVEL_FILE
from robot_memory.faces.web.endpoints.fleet import FLEET_ENDPOINTS

ENDPOINTS = (*DECLARED_ENDPOINTS, WRITE_LEVEL_FILE, *FLEET_ENDPOINTS)
