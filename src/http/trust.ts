/** Trusts these certificates, in PEM, in addition to those of Node, for all connections that are opened from now on. */
export function trust(pem: string): void {
  if (pem === '') return;
  const tls = process.getBuiltinModule('node:tls');
  tls.setDefaultCACertificates([...tls.getCACertificates(), pem]);
}
