// Stands in for what the receiver never calls.
