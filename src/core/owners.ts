// Decides which items belong to other projects, so that a plan does not prune them, and which records are too doubtful to prune by.
import { counted } from '../lib/text.ts';
import { type Change, isTakingOver, type ItemName, keyChanges } from '../model/plan.ts';
import { mergeStates, type State } from '../model/state.ts';
import { repositoryText, type ResolvedTarget } from '../model/targets.ts';
import { isDeclaredIn } from '../plan/find-item.ts';
import type { AppliedStates, OtherProject, PlanInput } from '../plan/input.ts';
import { type Compared, compareStates } from '../plan/make-plan.ts';
import { prunedChanges, unmanagedItems, withoutItems } from '../plan/prune.ts';
import { forgetLine } from '../record/command-lines.ts';
import type { RecordedApply } from '../record/recorded-apply.ts';
import { recordRef } from '../record/record-format.ts';
import { fitText, type RecordedProject } from './applied.ts';
import { doubtOf } from './doubt.ts';
import { begunIn, countingStates, doneIn, finishedIn } from './applied-parts.ts';
import type { PlanFacts, Verdict } from './plan-facts.ts';
import type { Git, Versions } from './world.ts';

/** A comparison, and what it was made from. */
export interface Owned {
  facts: PlanFacts;
  input: PlanInput;
  compared: Compared;
}

/**
 * With the items of other projects, and with a verdict on each record that decides on the plan: what is pruned may be of
 * another project, and a record that says it is ours may be forged. What a record of another project declares is no
 * override.
 */
export async function withOwners(
  world: Git & Versions,
  facts: PlanFacts,
  ownInput: PlanInput,
): Promise<Owned> {
  const { inFiles } = facts.otherProjects;
  const isComplete = inFiles.length === 0 || ownInput.others === inFiles;
  const input = isComplete ? ownInput : { ...ownInput, others: inFiles };
  const compared = compareStates(ownInput);
  const questions = questionsIn(compared, input, facts);
  if (questions.pruned.length + questions.claimants.length === 0)
    return { facts, input, compared: isComplete ? compared : compareStates(input) };
  const judgedFacts = await judge(world, facts, questions);
  const ownedInput = ownedBy(input, questions, judgedFacts);
  return { facts: judgedFacts, input: ownedInput, compared: compareStates(ownedInput) };
}

interface Questions {
  pruned: readonly Change[];
  /** Records of other projects that declare something of the plan, or cannot be read. */
  claimants: readonly RecordedProject[];
  /** Whether a record decides on what is pruned, or left to others. */
  isDecisive: (project: RecordedProject) => boolean;
}

function questionsIn(
  { changes, drift, overrides }: Compared,
  input: PlanInput,
  {
    otherProjects: { recorded },
    lastApplied: {
      recorded: { place },
    },
  }: PlanFacts,
): Questions {
  const pruned = prunedChanges(changes, input);
  const decisiveItems: ItemName[] = [...pruned, ...overrides];
  const claimableItems: ItemName[] = [
    ...decisiveItems,
    ...changes.filter(isTakingOver),
    ...drift,
    ...(recorded.length > 0 ? unmanagedItems(input) : []),
    // With values that were not read.
    ...keyChanges(changes).filter((change) => change.action === 'delete' && change.whole),
  ];
  const declaresAny = (items: readonly ItemName[], { read }: RecordedProject) =>
    read ? items.some((item) => isDeclaredIn(read.state, item)) : decisiveItems.length > 0;
  // Of the record of this project.
  const isOwnRecord = ({ name, read }: RecordedProject) => read && name === place?.projectFile;
  return {
    pruned,
    claimants: recorded.filter(
      (project) => !isOwnRecord(project) && declaresAny(claimableItems, project),
    ),
    isDecisive: (project) => declaresAny(decisiveItems, project),
  };
}

/** With a verdict on each of these records, one after the other: two simultaneous fetches conflict in a shallow clone. */
async function judge(
  world: Git & Versions,
  facts: PlanFacts,
  { pruned, claimants }: Questions,
): Promise<PlanFacts> {
  const {
    parts,
    recorded: { isShared },
  } = facts.lastApplied;
  const verdicts = new Map(facts.verdicts);
  const sources = new Set(finishedIn(parts).map(({ apply }) => apply.source));
  for (const claimant of claimants) {
    const apply = claimant.read?.apply;
    if (apply === undefined || verdicts.has(apply) || problemOf(claimant, facts)) continue;
    const doubt = await doubtOf(world, apply);
    const laterSources = new Set<string>();
    for (const source of doubt === undefined ? sources : [])
      if (
        apply.source !== source &&
        (await world.isAncestor(apply.source, source)).answer === 'yes'
      )
        laterSources.add(source);
    verdicts.set(apply, { doubt, later: laterSources });
  }
  // Without an origin, nobody else can write to the record.
  for (const { apply } of pruned.length > 0 && isShared ? parts : []) {
    if (verdicts.has(apply)) continue;
    const doubt = (await doubtOf(world, apply)) ?? (await doubtOfName(world, facts, apply));
    verdicts.set(apply, { doubt });
  }
  return { ...facts, verdicts };
}

/** Under a former name, a record counts only for the project file that has most of the documents of its commit. */
async function doubtOfName(
  world: Git & Versions,
  {
    lastApplied: {
      recorded: { record, place },
    },
  }: PlanFacts,
  apply: RecordedApply,
): Promise<string | undefined> {
  if (apply.formerFile === undefined) return undefined;
  const fit = await world.fitOf(apply, record?.refs);
  return fit?.heir === place?.projectFile
    ? undefined
    : `names ${apply.formerFile} as the former project file, but its documents do not confirm that (${fitText(fit)})`;
}

/** What is wrong with a record, whatever it says. */
function problemOf(
  { name, ref, read }: RecordedProject,
  { target: { url, repository } }: PlanFacts,
): string | undefined {
  if (read === undefined) return 'cannot be read';
  const expectedRef = recordRef({ url, repository: repositoryText(repository) }, name);
  return expectedRef === ref ? undefined : 'is stored under another name';
}

function ownedBy(input: PlanInput, questions: Questions, facts: PlanFacts): PlanInput {
  const { inFiles } = facts.otherProjects;
  const { pruned } = questions;
  const { claims, ignoredNotes } = claimsOf(questions, facts);
  const notes = [
    ...input.notes,
    ...ownerNotes(pruned, inFiles, claims, facts.target),
    ...ignoredNotes,
  ];
  return {
    ...input,
    others: [...inFiles, ...claims],
    notes: [...new Set(notes)],
    applied: {
      ...input.applied,
      ...(claims.length > 0 && { here: mergeStates(...claims.map(({ state }) => state)) }),
      ...(pruned.length > 0 && unconfirmed(facts)),
    },
  };
}

/**
 * What records of other projects declare, as far as they are confirmed, and without what this project took over in a
 * later commit; and a note on each decisive one that is ignored.
 */
function claimsOf(
  { claimants, isDecisive }: Questions,
  facts: PlanFacts,
): { claims: OtherProject[]; ignoredNotes: string[] } {
  const claims: OtherProject[] = [];
  const ignoredNotes: string[] = [];
  for (const claimant of claimants) {
    const { name, read } = claimant;
    const { doubt, later }: Verdict = (read && facts.verdicts.get(read.apply)) ?? {};
    const problem = problemOf(claimant, facts) ?? doubt;
    if (read !== undefined && problem === undefined) {
      const state = appliedFrom(facts, later).reduce(withoutItems, read.state);
      claims.push({ name, state, isCertain: true, source: 'record' });
    } else if (isDecisive(claimant))
      ignoredNotes.push(`Ignoring the record of ${name}: it ${problem}.`);
  }
  return { claims, ignoredNotes };
}

/** What this project applied from certain commits, as far as it applied nothing newer there. */
function appliedFrom(
  { lastApplied: { parts } }: PlanFacts,
  commits: ReadonlySet<string> = new Set(),
): State[] {
  const finished = finishedIn(parts);
  return countingStates(finished).filter((_, i) => commits.has(finished[i]?.apply.source ?? ''));
}

/** Items managed only according to a record that anyone with push access could have forged. */
function unconfirmed({
  lastApplied: { parts, chosen },
  verdicts,
}: PlanFacts): Pick<AppliedStates, 'unconfirmed'> {
  const verdictOn = ({ apply }: (typeof parts)[number]) => verdicts.get(apply)?.doubt;
  const [reason] = parts.flatMap((part) => verdictOn(part) ?? []);
  if (reason === undefined) return {};
  const confirmed = parts.filter((part) => verdictOn(part) === undefined);
  const lastApplied = chosen?.state ?? doneIn(confirmed);
  return { unconfirmed: { reason, confirmed: { lastApplied, begun: begunIn(confirmed) } } };
}

/** Which items are not pruned, and because of which projects. */
function ownerNotes(
  pruned: readonly Change[],
  inFiles: readonly OtherProject[],
  claims: readonly OtherProject[],
  target: ResolvedTarget,
): string[] {
  const keptForFiles = keptFor(inFiles, pruned);
  const declaredItems = new Set(keptForFiles.items);
  const undeclared = pruned.filter((change) => !declaredItems.has(change));
  const keptForRecords = keptFor(claims, undeclared);
  const removedProjects = keptForRecords.names.filter((name) =>
    inFiles.every((other) => other.name !== name),
  );
  return [
    ...notPruned(keptForFiles, 'declared by'),
    ...notPruned(keptForRecords, 'last applied from'),
    ...removedProjects.map(
      (name) =>
        `If ${name} was removed permanently, delete its record with \`${forgetLine(name, target)}\`.`,
    ),
  ];
}

interface KeptChanges {
  items: readonly Change[];
  names: string[];
}

function keptFor(projects: readonly OtherProject[], pruned: readonly Change[]): KeptChanges {
  const items = pruned.filter((change) =>
    projects.some(({ state }) => isDeclaredIn(state, change)),
  );
  const owners = projects.filter(({ state }) =>
    items.some((change) => isDeclaredIn(state, change)),
  );
  return { items, names: [...new Set(owners.map(({ name }) => name))].sort() };
}

function notPruned({ items, names }: KeptChanges, how: string): string[] {
  if (items.length === 0) return [];
  return [`Not pruned: ${counted(items.length, 'item')} ${how} ${names.join(' and ')}.`];
}
