"""What reads the texts and bytes of others, fed with spoiled ones."""
