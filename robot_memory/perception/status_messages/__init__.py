"""Messages of any type whose fields say what is the matter: bits, codes, states, flags."""
