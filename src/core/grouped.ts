/** "1,234,567": an integer. Not `toLocaleString`, which adds 20 ms to a cold start. */
export const grouped = (whole: number): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ',');
