import { sha256 } from '../../core/sha256.ts';
import { pictureInWords } from '../../picture/picture-in-words.ts';
import type { PathPicture } from '../../picture/traffic-path.ts';
import { type Change, requestName, type StoredPicture } from './change.ts';
import { scoreOf } from './score.ts';

/** Upper bound for the attempts at a picture. A request works without one. */
const maxFailures = 3;

type Pictured = Pick<Change, 'id' | 'number' | 'status' | 'judgement' | 'approval' | 'pictures'>;

/** Returns the content of the picture of an open request; undefined if it opens nothing or has several steps. */
export const pictureOf = (change: Pictured): PathPicture | undefined =>
  change.status === 'open' ? contentOf(change) : undefined;

function contentOf(change: Pictured): PathPicture | undefined {
  const { judgement, approval } = change;
  if (!judgement?.path) return undefined;
  return {
    name: requestName(change),
    risk: scoreOf(change),
    path: judgement.path,
    suggested: approval?.suggestion?.path,
  };
}

/** Returns the hash that identifies a stored picture. */
export const hashOfPicture = (picture: PathPicture): string => sha256(picture).slice(0, 16);

const storedOf = ({ pictures = [] }: Pictured, picture: PathPicture): StoredPicture | undefined =>
  pictures.find(({ of }) => of === hashOfPicture(picture));

/** Returns the picture that messages show, also of a decided request, with its alt text; one without the suggestion until the other is ready. */
export function shownPicture(
  change: Pictured,
): { readonly file: string; readonly words: string } | undefined {
  const now = contentOf(change);
  if (!now) return undefined;
  for (const picture of [now, { ...now, suggested: undefined }]) {
    const { file, isShown } = storedOf(change, picture) ?? {};
    if (file !== undefined && isShown) return { file, words: pictureInWords(picture) };
  }
  return undefined;
}

/** Returns whether the picture of an open request has yet to be rendered or shown. */
export function lacksPicture(change: Pictured): boolean {
  const picture = pictureOf(change);
  if (!picture) return false;
  const { isShown = false, failures = 0 } = storedOf(change, picture) ?? {};
  return !isShown && failures < maxFailures;
}

/** Returns whether that picture is uploaded. */
export function isUploaded(change: Pictured): boolean {
  const picture = pictureOf(change);
  return picture !== undefined && storedOf(change, picture)?.file !== undefined;
}
