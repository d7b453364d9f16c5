export const LIMITS = { message: { text: 40_000 } };
