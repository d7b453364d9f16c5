/** The certificates in ca.pem. The build checks them, and replaces this constant. */
declare const bundledCertificatesPem: string;

/** The certificates that this deployment trusts in addition to Node's; empty without the file. */
export const certificates: string = typeof bundledCertificatesPem === 'string' ? bundledCertificatesPem : '';
