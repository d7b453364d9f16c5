/** What chance decides with: the same in every run, another where `SKYDESK_SEED` says so. */
export const seed = Number(process.env.SKYDESK_SEED ?? 20_261_121);

/** How often something is tried: `SKYDESK_TORTURE` times as often as usual in a deep run. */
export const tries = (usual: number): number => Math.ceil(usual * Number(process.env.SKYDESK_TORTURE ?? 1));
