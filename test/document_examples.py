"""Examples from the documents, for the tests of several packages."""

#: Document 002, §Conversation JSON, verbatim.
CONVERSATION = """{
  "session_id": "2025-01-15_session1",
  "start_time": "2025-01-15T10:30:00Z",
  "end_time": "2025-01-15T11:45:00Z",
  "turns": [
    {
      "timestamp": "2025-01-15T10:30:15Z",
      "role": "user",
      "content": "teach patrol",
      "intent": "START_TEACHING"
    },
    {
      "timestamp": "2025-01-15T10:30:16Z",
      "role": "assistant",
      "content": "Ready to learn 'patrol'. Show me what to do.",
      "action": "teach_start"
    }
  ],
  "behaviors_taught": [
    "patrol"
  ],
  "sandbox_denials": 0,
  "success": true
}
"""
