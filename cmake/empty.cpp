// A library made of others needs a file of its own.
