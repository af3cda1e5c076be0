"""Actions: goals that their servers abort, or that are cancelled again and again."""
