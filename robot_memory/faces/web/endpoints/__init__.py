"""The endpoints: for operations and questions, for writing files, and for a fleet."""

from robot_memory.faces.web.endpoints.declared import DECLARED_ENDPOINTS, WRITE_LEVEL_FILE
from robot_memory.faces.web.endpoints.fleet import FLEET_ENDPOINTS

ENDPOINTS = (*DECLARED_ENDPOINTS, WRITE_LEVEL_FILE, *FLEET_ENDPOINTS)
