// Stands in for what a bundle never calls.
