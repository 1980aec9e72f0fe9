// Earlier states of a repository, by date or tag (behaviour.md, section 13).
import { refuseRead, crashRead } from './read-failed.ts';
import type { Before, Past, Repository } from './state.ts';

/** `undefined`: the present. In the URL form a tag that does not exist is ignored. */
export function momentOf(
  repository: Repository,
  { tag, date, form }: { tag: string | undefined; date: string | undefined; form: 'token' | 'url' },
): Date | undefined {
  const known = tag ? repository.tags.find((one) => one.name === tag) : undefined;
  if (known !== undefined) return new Date(known.time);
  if (tag && form === 'token') throw refuseRead('TAG_NOT_FOUND');
  return date ? parsedDate(date) : undefined;
}

function parsedDate(text: string): Date {
  const [, local = '', zone = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(Z|[+-]\d\d:?\d\d)$/.exec(text) ?? [];
  const asUtc = Date.parse(`${local}Z`);
  // The engine takes the 30th of February for the 1st of March.
  if (Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(local))
    throw refuseRead('DATE_FORMAT');
  return new Date(asUtc - offsetOf(zone));
}

function offsetOf(zone: string): number {
  if (zone === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}

/** What earlier runs of the server changed is on record only as far as it can be undone. */
export function repositoryAt(repository: Repository, moment: Date): Repository {
  const time = moment.getTime();
  if (time < Date.parse(repository.created)) {
    throw crashRead(`There is no revision before or at ${javaDate(moment)}.`);
  }
  const later = repository.past.filter((one) => Date.parse(one.time) > time);
  const unknown = repository.history.length - repository.past.length;
  const isLost = repository.history.slice(0, unknown).some((one) => Date.parse(one.time) > time);
  if (isLost) throw crashRead();
  return later.length === 0 ? repository : undone(repository, later);
}

function undone(repository: Repository, later: readonly Past[]): Repository {
  const keys = new Map(repository.keys);
  const files = new Map(repository.files);
  for (const change of [...later].reverse()) {
    restore(keys, change.keys);
    restore(files, change.files);
  }
  return { ...repository, keys, files };
}

function restore<T>(map: Map<string, T>, { there, missing }: Before<T>): void {
  for (const id of missing) map.delete(id);
  for (const [id, item] of there) map.set(id, item);
}

/** `Wed Jan 01 00:00:00 UTC 2020` */
function javaDate(date: Date): string {
  const [weekday = '', day, month, year, time] = date.toUTCString().split(' ');
  return `${weekday.slice(0, 3)} ${month} ${day} ${time} UTC ${year}`;
}

/** `MM/dd/yyyy HH:mm:ss`, in UTC. */
export function serverTime(date: Date): string {
  const [year, month, day] = date.toISOString().slice(0, 10).split('-');
  return `${month}/${day}/${year} ${date.toISOString().slice(11, 19)}`;
}
