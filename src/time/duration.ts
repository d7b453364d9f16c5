/** "8 h", "90 min": a number of minutes. */
export const duration = (minutes: number): string =>
  minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;
