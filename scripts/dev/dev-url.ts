import { portOf, webAddress } from '../command-line/given-values.ts';

export const urlFlag = {
  type: 'string',
  value: 'URL',
  description: 'address of “npm run dev”; default http://127.0.0.1:$PORT',
} as const;

/**
 * Returns the address of `npm run dev`: that of `--url`, else at PORT, else at 3000.
 * @throws UsageError for an invalid URL or port
 */
export const devUrl = (url: string | undefined, { PORT } = process.env): string =>
  url === undefined ? `http://127.0.0.1:${portOf('PORT', PORT || '3000')}` : webAddress('--url', url);
