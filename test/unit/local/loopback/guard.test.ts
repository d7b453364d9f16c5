import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, test } from 'vitest';
import { refusal } from '../../../../local/loopback/guard.ts';

const host = '127.0.0.1:3000';
const origin = `http://${host}`;
const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

test.each<[string, string, IncomingHttpHeaders]>([
  ['a name that resolves to this machine', 'GET', { host: 'evil.example:3000' }],
  ['a name that begins like this machine', 'GET', { host: '127.0.0.1.evil.example:3000' }],
  ['a name with its own origin', 'POST', { host: 'evil.example', origin: 'http://evil.example' }],
  ['no name at all', 'GET', {}],
  ['another origin', 'POST', { host, origin: 'https://evil.example' }],
  ['another origin that only reads', 'GET', { host, origin: 'https://evil.example' }],
  ['the same name over TLS', 'POST', { host, origin: `https://${host}` }],
  ['an origin that is hidden', 'POST', { host, origin: 'null' }],
  ['another port of this machine', 'POST', { host, origin: 'http://127.0.0.1:1' }],
  ['a script of another site', 'GET', { host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
  ['an image on another port', 'GET', { host, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' }],
  ['a frame on another site', 'GET', { host, ...link, 'sec-fetch-dest': 'iframe' }],
  ['a form on another site', 'POST', { host, ...link }],
  ['a link whose origin is sent', 'GET', { host, ...link, origin: 'https://evil.example' }],
  ['a request that a tunnel forwards for this name', 'GET', { host, 'x-forwarded-for': '198.51.100.7' }],
  ['a request that a tunnel forwards for another name', 'POST', { host, 'x-forwarded-host': 'a.example' }],
  ['a request that a proxy forwards by the standard', 'POST', { host, forwarded: 'for=198.51.100.7' }],
  ['a request that Cloudflare forwards', 'POST', { host, 'cf-connecting-ip': '198.51.100.7' }],
  ['a request that a proxy forwards with the address only', 'POST', { host, 'x-real-ip': '198.51.100.7' }],
])('a server on loopback refuses %s', (_, method, headers) => {
  expect(refusal({ method, headers })).toMatch(/may/);
});

describe('it responds to', () => {
  test.each<[string, string, IncomingHttpHeaders]>([
    ['its own page', 'POST', { host, origin, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }],
    ['its own page by another name', 'POST', { host: 'localhost:3000', origin: 'http://localhost:3000' }],
    ['its own page over IPv6', 'POST', { host: '[::1]:3000', origin: 'http://[::1]:3000' }],
    ['an address that was typed', 'GET', { host, ...link, 'sec-fetch-site': 'none' }],
    ['a link on another site', 'GET', { host, ...link }],
    ['a program', 'POST', { host }],
    ['a program that uses fetch of Node', 'POST', { host, 'sec-fetch-mode': 'cors' }],
  ])('%s', (_, method, headers) => {
    expect(refusal({ method, headers })).toBeUndefined();
  });
});
