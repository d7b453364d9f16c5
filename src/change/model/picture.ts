import { sha256 } from '../../core/sha256.ts';
import { pictureInWords } from '../../picture/picture-in-words.ts';
import type { PathPicture } from '../../picture/traffic-path.ts';
import { type Change, requestName, type StoredPicture } from './change.ts';

/** Upper bound for the attempts at a picture: a request is complete without it. */
const maxFailures = 3;

type Pictured = Pick<Change, 'id' | 'number' | 'status' | 'judgement' | 'approval' | 'pictures'>;

/** What a picture of an open request shows; undefined for one that opens nothing, or has several steps. */
export function pictureOf(change: Pictured): PathPicture | undefined {
  const { status, judgement, approval } = change;
  if (status !== 'open' || !judgement?.path) return undefined;
  return {
    name: requestName(change),
    risk: judgement.points.reduce((sum, { points }) => sum + points, 0),
    path: judgement.path,
    suggested: approval?.suggestion?.path,
  };
}

/** The hash by which a picture is stored. */
export const hashOfPicture = (picture: PathPicture): string => sha256(picture).slice(0, 16);

const storedOf = ({ pictures = [] }: Pictured, picture: PathPicture): StoredPicture | undefined =>
  pictures.find(({ of }) => of === hashOfPicture(picture));

/** The picture that messages show, with what it shows in words: until there is one with the suggestion, the one without it. */
export function shownPicture(
  change: Pictured,
): { readonly file: string; readonly words: string } | undefined {
  const now = pictureOf(change);
  if (!now) return undefined;
  for (const picture of [now, { ...now, suggested: undefined }]) {
    const { file, isShown } = storedOf(change, picture) ?? {};
    if (file !== undefined && isShown) return { file, words: pictureInWords(picture) };
  }
  return undefined;
}

/** Whether the picture of an open request is still to be drawn, or to be shown. */
export function lacksPicture(change: Pictured): boolean {
  const picture = pictureOf(change);
  if (!picture) return false;
  const { isShown = false, failures = 0 } = storedOf(change, picture) ?? {};
  return !isShown && failures < maxFailures;
}

/** Whether that picture is uploaded. */
export function isUploaded(change: Pictured): boolean {
  const picture = pictureOf(change);
  return picture !== undefined && storedOf(change, picture)?.file !== undefined;
}
