/** Formats an integer: "1,234,567". Not with `toLocaleString`, which adds 20 ms to a cold start. */
export const grouped = (whole: number): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ',');
