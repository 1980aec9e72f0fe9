// A security group with its password, as an entry of a push carries them (behaviour.md, section 12).
import type { PasswordOf } from '../model/passwords.ts';

/** Both or neither: with one of them alone the server stores in the clear. */
export interface Pair {
  securityGroup?: string;
  password?: string;
}

/** The pair of a group; nothing for no group. */
export type PairOf = (group: string | undefined) => Pair;

export function pairs(passwordOf: PasswordOf | undefined): PairOf {
  return (securityGroup) => {
    if (securityGroup === undefined) return {};
    const password = passwordOf?.(securityGroup);
    // A guard refuses such a plan; if it ever did not, nothing may be stored in the clear.
    if (password === undefined) throw new Error(`no password of the security group ${securityGroup}`);
    return { securityGroup, password };
  };
}
