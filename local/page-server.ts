import type { RequestListener } from 'node:http';
import path from 'node:path';
import sirv from 'sirv';

const built = path.join(import.meta.dirname, '../dist/page');

/** The page may not load anything from, or send anything to, another host. */
const policy = [
  "default-src 'self'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "style-src 'self' 'unsafe-inline'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Serves the built page. Requests for other paths go to `next`.
 * @param page the folder of the built page
 */
export function servePage(next: RequestListener, page = built): RequestListener {
  const serve = sirv(page, {
    // Looks up each file on request, so that a rebuild does not break the page.
    dev: true,
    setHeaders: (response) => response.setHeader('content-security-policy', policy),
  });
  return (request, response) => serve(request, response, () => next(request, response));
}
