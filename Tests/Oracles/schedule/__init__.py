"""Other opinions on what the scheduler answers."""
