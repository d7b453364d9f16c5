const disks = (count: number, capacityGB: number, speedRpm: number) =>
  Array.from({ length: count }, () => ({ capacityGB, speedRpm, type: 'Hdd' }));

/** The catalogue of bare metal data centers (docs/cloud-api.md, Bare metal). */
export const bareMetalCatalogue = {
  skus: [
    {
      id: '529e2592a3e640a7c2617b5e8bc8feaaf95eab22',
      hourlyRate: 0.56,
      availability: 'high',
      memory: [{ capacityGB: 16 }],
      processor: { coresPerSocket: 4, description: 'Intel(R) Xeon(R) CPU E3-1271 v3 @ 3.60GHz', sockets: 1 },
      storage: disks(2, 1000, 7200),
    },
    {
      id: 'f24b18ba2ef23657657444601649c7b8b7f9b60c',
      hourlyRate: 1.655,
      availability: 'low',
      memory: [{ capacityGB: 64 }],
      processor: { coresPerSocket: 6, description: 'Intel(R) Xeon(R) CPU E5-2620 v3 @ 2.40GHz', sockets: 2 },
      storage: disks(4, 2000, 7200),
    },
    {
      id: '04f1f4b5a1c1e9d36c3b4f6b9a7e02d8c5a1d7e3',
      hourlyRate: 2.48,
      availability: 'none',
      memory: [{ capacityGB: 128 }, { capacityGB: 128 }],
      processor: {
        coresPerSocket: 10,
        description: 'Intel(R) Xeon(R) CPU E5-2650 v3 @ 2.30GHz',
        sockets: 2,
      },
      storage: [...disks(2, 300, 15000), ...disks(6, 4000, 7200)],
    },
  ],
  operatingSystems: [
    { type: 'centOS6_64Bit', description: 'CentOS 6 64-bit', hourlyRatePerSocket: 0 },
    { type: 'ubuntu14_64Bit', description: 'Ubuntu 14 64-bit', hourlyRatePerSocket: 0 },
    { type: 'redHat6_64Bit', description: 'Red Hat Enterprise Linux 6 64-bit', hourlyRatePerSocket: 0.075 },
    {
      type: 'windows2012R2Standard_64bit',
      description: 'Windows 2012 R2 Standard 64-bit',
      hourlyRatePerSocket: 0.093,
    },
  ],
} as const;
