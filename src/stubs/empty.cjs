// Replaces modules that a bundle never calls.
