// Preloaded into a function: lets its clock run ahead by as many milliseconds as stand in a file.
const { readFileSync } = require('node:fs');

const now = Date.now;
Date.now = () => now() + Number(readFileSync(process.env.CLOCK_FILE, 'utf8'));
