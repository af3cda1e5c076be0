"""The graph of nodes and topics: who cannot hear whom, and who has the name of another."""
