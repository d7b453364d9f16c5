const linuxPaths = 'bin boot dev etc home lib opt proc root sys tmp usr var'.split(' ');

const linux = (name: string, osType: string, description: string, capabilities: string[]) => ({
  name,
  osType,
  description,
  storageSizeGB: 17,
  capabilities,
  reservedDrivePaths: linuxPaths,
});

/**
 * Only Windows templates have drivePathLength; capabilities may be empty and storageSizeGB 0
 * (docs/cloud-api.md, Deployment capabilities).
 */
export const templates = [
  linux('CENTOS-6-64-TEMPLATE', 'centOS6_64Bit', 'CentOS 6 | 64-bit', ['cpuAutoscale']),
  linux('DEBIAN-7-64-TEMPLATE', 'debian7_64Bit', 'Debian 7 | 64-bit', ['cpuAutoscale', 'hyperscale']),
  linux('RHEL-6-64-TEMPLATE', 'redHat6_64Bit', 'RedHat Enterprise Linux 6 | 64-bit', [
    'cpuAutoscale',
    'hyperscale',
    'managedOS',
    'managedBackup',
  ]),
  linux('UBUNTU-14-64-TEMPLATE', 'ubuntu14_64Bit', 'Ubuntu 14 | 64-bit', ['cpuAutoscale', 'hyperscale']),
  {
    name: 'WIN2012R2STD-64',
    osType: 'windows2012R2Standard_64bit',
    description: 'Windows 2012 R2 Standard | 64-bit',
    storageSizeGB: 60,
    capabilities: ['cpuAutoscale', 'managedOS', 'managedBackup'],
    reservedDrivePaths: ['a', 'b', 'c', 'd'],
    drivePathLength: 1,
  },
  {
    name: 'PXE-TEMPLATE',
    osType: 'pxeBoot',
    description: 'PXE Boot',
    storageSizeGB: 0,
    capabilities: [],
    reservedDrivePaths: [],
  },
];

/** The fields of the elements are not documented (docs/cloud-api.md, Deployment capabilities). */
export const importableOsTypes = (
  [
    [38, 'Linux 6 64-bit', 'LINUX-6', 'Linux6_64Bit'],
    [41, 'Windows 2012 R2 Standard 64-bit', 'WIN-2012R2', 'Windows2012R2Standard_64Bit'],
  ] as const
).map(([id, description, code, type]) => ({
  id,
  description,
  labProductCode: `LAB-${code}`,
  premiumProductCode: `PREM-${code}`,
  type,
}));
