export const id = 97;
export const ids = [97];
export const modules = {

/***/ 5888:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  op: () => (/* binding */ declaredName),
  ZB: () => (/* binding */ isFirstApply),
  yN: () => (/* binding */ planInput),
  E_: () => (/* binding */ planWithListing),
  US: () => (/* binding */ policyOf),
  vZ: () => (/* binding */ secretRulesOf)
});

// EXTERNAL MODULE: ./lib/errors.js
var errors = __webpack_require__(452);
// EXTERNAL MODULE: ./lib/model/plan.js
var plan = __webpack_require__(2774);
// EXTERNAL MODULE: ./lib/model/secrets.js
var secrets = __webpack_require__(6796);
// EXTERNAL MODULE: ./lib/model/state.js
var state = __webpack_require__(6616);
// EXTERNAL MODULE: ./lib/plan/rules/limits.js + 1 modules
var limits = __webpack_require__(1541);
// EXTERNAL MODULE: ./lib/semantics/value-types.js
var value_types = __webpack_require__(6060);
// EXTERNAL MODULE: ./lib/apply/baseline.js
var apply_baseline = __webpack_require__(2001);
// EXTERNAL MODULE: ./lib/apply/inspect.js
var inspect = __webpack_require__(3040);
// EXTERNAL MODULE: ./lib/lib/text.js
var lib_text = __webpack_require__(5924);
// EXTERNAL MODULE: ./lib/model/targets.js
var targets = __webpack_require__(3155);
// EXTERNAL MODULE: ./lib/apply/touched-keys.js
var touched_keys = __webpack_require__(1171);
;// CONCATENATED MODULE: ./lib/apply/notes.js
// Notes of a plan: what it was made from, and what it could not check.




const MADE_FROM = {
    export: 'Based on the export.',
    pulls: 'Read with the token, one context at a time, because the server offers no export.',
    baseline: 'Based on the record of the last apply; the repository was not read.',
    none: 'Based on the files alone; the repository was not read. Every declared item is written, and only items declared with `opp: delete` are deleted.',
};
const NOT_CHECKED = {
    export: [],
    pulls: [
        'values in contexts that neither the files nor the last apply use',
        'inactive and duplicate values',
        'keys without values',
        'which context a file comes from',
    ],
    baseline: ['changes made on the server since then'],
    none: ['what the repository already contains'],
};
/** What the plan was made from and could not check; empty if it saw everything. */
function liveNotes({ live, inspection, listing, baseline, target, options }) {
    const { source } = live;
    const isEmpty = listing?.counts?.keys === 0;
    const unseen = source === 'none' && isEmpty ? [] : NOT_CHECKED[source];
    const unchecked = [...unseen, ...notInspected({ inspection, listing, target, options })];
    if (source === 'export' && unchecked.length === 0)
        return [];
    const missing = [...(listing?.missing ?? []), ...inspection.missing, ...live.missing];
    const isUsual = missing.every(({ read }) => read === 'export');
    const isBlind = source === 'baseline' || source === 'none';
    return [
        `${MADE_FROM[source]}${unchecked.length === 0 ? '' : ` Not checked: ${(0,lib_text/* listed */.KE)(unchecked)}.`}`,
        ...(isUsual ? [] : [missingNote(missing)]),
        ...(missing.some(isDoubtful) ? [DOUBTFUL] : []),
        ...(isBlind && baseline.begun.length > 0 ? [UNFINISHED] : []),
    ];
}
/** Every server lists its repositories, unless the settings of the project keep this program from asking. */
function isDoubtful({ read, reason }) {
    return read === 'info/all' && !reason.startsWith('not read');
}
const DOUBTFUL = 'Even the list of repositories (`info/all`) is missing: `url` may be wrong, or a gateway in front of the server may require a login.';
const UNFINISHED = 'An earlier apply did not finish: everything it may have changed is written again.';
function notInspected({ inspection: { answered, elements }, listing, target, options, }) {
    const repository = (0,targets/* repositoryText */.g_)(target.repository);
    const hasDetail = answered.length > 0;
    const isKnown = hasDetail || (listing?.answered.length ?? 0) > 0;
    return [
        ...(!isKnown ? [`whether ${repository} exists and has these context levels`] : []),
        ...(hasDetail || options.token === undefined ? [] : [`whether the token belongs to ${repository}`]),
        ...(elements === undefined ? ['whether context elements are misspelled'] : []),
    ];
}
/** `Not read: export and pull (status 404), info (answered with a web page).` */
function missingNote(missing) {
    const byReason = new Map();
    for (const { read, reason } of missing)
        byReason.set(reason, [...(byReason.get(reason) ?? []), read]);
    const parts = [...byReason].map(([reason, reads]) => `${(0,lib_text/* listed */.KE)(reads)} (${reason})`);
    return `Not read: ${parts.join(', ')}.`;
}
function pruneNotes({ prune, live, baseline, }) {
    if (prune === 'managed' && (0,apply_baseline/* lastApplied */.EY)(baseline) === undefined)
        return [`Nothing is pruned: ${baseline.reason}.`];
    if (prune !== 'all' || live.source === 'export')
        return [];
    return [live.source === 'pulls' ? PRUNES_READ : PRUNES_APPLIED];
}
const PRUNES_READ = '`prune: all` covers only values in the contexts that were read, and files that this project applied or that are for every context. Unmanaged keys are deleted with all their values.';
const PRUNES_APPLIED = 'Without the export, `prune: all` deletes only what was last applied.';
/** How much pulls did not show. Empty if they showed everything, or items were deleted meanwhile. */
function notSeen(live, counts) {
    const { keys, values } = (0,touched_keys/* unseenIn */.u)(live, counts);
    if (keys <= 0 && values <= 0)
        return [];
    const what = [...(keys > 0 ? [(0,lib_text/* counted */.hS)(keys, 'key')] : []), ...(values > 0 ? [(0,lib_text/* counted */.hS)(values, 'value')] : [])];
    return [`Not read, according to the server's counts: ${what.join(' and ')}.`];
}

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./lib/model/apply-entry.js
var apply_entry = __webpack_require__(9932);
// EXTERNAL MODULE: ./lib/record/git-history.js
var git_history = __webpack_require__(4520);
// EXTERNAL MODULE: ./lib/record/git-snapshot.js
var git_snapshot = __webpack_require__(634);
;// CONCATENATED MODULE: ./lib/record/confirm-record.js
// Checks that a record matches a commit in a trusted history, because anyone who may push refs can write any record.




/**
 * Why an apply of a record cannot be trusted, as the end of a sentence that begins with "the record". `undefined`: its
 * commit is an ancestor of `head` or of a trusted commit, and every document of the record has the same id in it.
 */
async function doubtOf(repository, apply, { head, trusted }) {
    const { source } = apply;
    const name = `names commit ${(0,apply_entry/* shortCommit */.Ax)(source)}`;
    if (head === undefined)
        return `${name}, but there is no commit here`;
    try {
        let ancestry = await (0,git_history/* isAncestor */.QX)(repository, source, head);
        if (ancestry.answer !== 'yes') {
            for await (const commit of trusted()) {
                const other = await (0,git_history/* isAncestor */.QX)(repository, source, commit);
                if (other.answer === 'yes')
                    ancestry = other;
            }
        }
        if ('reason' in ancestry)
            return `${name}, which could not be confirmed as part of this history (${ancestry.reason})`;
        if (ancestry.answer === 'no')
            return `${name}, which is not part of this history`;
        const other = await differingFile(repository, apply);
        return other === undefined ? undefined : `${name}, where ${other} differs from the record`;
    }
    catch (error) {
        if (!(error instanceof Error))
            throw error;
        return `${name}, which cannot be read (${error.message})`;
    }
}
/** The first document of the record that the commit does not have, or has with another content. */
async function differingFile(repository, { source, ids, projectFile, formerFile = projectFile }) {
    const commit = await (0,git_history/* findCommit */.fq)(repository, source);
    if (commit === undefined)
        throw new Error('it could not be fetched');
    const folder = (0,external_node_path_.dirname)(formerFile) === '.' ? '' : (0,external_node_path_.dirname)(formerFile);
    const listed = new Map((await (0,git_snapshot/* listFolder */.bt)(repository, { commit, folder })).map(({ path, id }) => [path, id]));
    return [...ids.keys()].sort().find((path) => listed.get(path) !== ids.get(path));
}

// EXTERNAL MODULE: ./lib/plan/make-plan.js + 12 modules
var make_plan = __webpack_require__(656);
// EXTERNAL MODULE: ./lib/plan/find-item.js
var find_item = __webpack_require__(6790);
// EXTERNAL MODULE: ./lib/plan/prune.js
var prune = __webpack_require__(659);
// EXTERNAL MODULE: ./lib/apply/record-place.js
var record_place = __webpack_require__(8681);
// EXTERNAL MODULE: ./lib/apply/trust.js
var trust = __webpack_require__(2002);
;// CONCATENATED MODULE: ./lib/apply/ownership.js
// Protects items of other projects from a plan, and finds items that are managed only according to an unconfirmed record.









/** The plan, and its input with the items of other projects and, if it prunes something, the confirmed part of the record. */
async function planWithOwnership(given, known) {
    const { project, baseline, options } = known;
    const { git } = project;
    const plan = (0,make_plan/* makePlan */.j)(given);
    if (git === undefined)
        return { input: given, plan };
    const { inFiles } = known.otherProjects;
    const input = inFiles.length === 0 ? given : { ...given, others: inFiles };
    const pruned = (0,prune/* prunedChanges */.Ek)(plan.changes, input);
    if (pruned.length === 0)
        return { input, plan: input === given ? plan : (0,make_plan/* makePlan */.j)(input) };
    const head = (await git.head())?.commit;
    const histories = { head, trusted: () => (0,trust/* trustedHistory */.w9)(git, options.untrusted) };
    const isAsked = (state) => pruned.some((change) => (0,find_item/* isDeclaredIn */.Cw)(state, change));
    const recorded = await claimedIn(known, { git, histories, isAsked });
    const claims = await claimsOf(recorded, { git, baseline });
    const owned = {
        ...input,
        others: [...inFiles, ...claims],
        notes: [...input.notes, ...ownerNotes(pruned, { inFiles, claims }), ...doubtNotes(recorded)],
        applied: { ...input.applied, ...(await unconfirmed(known, { git, histories })) },
    };
    return { input: owned, plan: (0,make_plan/* makePlan */.j)(owned) };
}
/**
 * The items in records of other projects.
 * @param isAsked whether a record has relevant items; all others are left out
 */
async function claimedIn({ project, target, otherProjects }, { git, histories, isAsked }) {
    const own = (0,record_place/* pathInGit */.dR)(git, project.projectFile);
    const claims = [];
    for (const { name, ref, loaded, apply } of otherProjects.recorded) {
        if (loaded === undefined || apply === undefined)
            claims.push({ name, state: (0,state/* emptyState */.p$)(), source: undefined, doubt: 'cannot be read' });
        // A copied record of this project.
        if (loaded === undefined || apply === undefined || name === own || !isAsked(loaded.state))
            continue;
        const isElsewhere = (0,record_place/* placeFor */.vM)(git, target, name).ref !== ref;
        const doubt = isElsewhere ? 'is stored under another name' : await doubtOf(git, apply, histories);
        claims.push({ name, state: loaded.state, source: apply.source, doubt });
    }
    return claims;
}
/** The items of confirmed records, without those that this project took over in a later commit. */
async function claimsOf(recorded, { git, baseline }) {
    const { done: ours, record } = baseline;
    const source = record?.done?.source;
    const claims = [];
    for (const { name, state, doubt, source: theirs } of recorded) {
        if (doubt !== undefined)
            continue;
        const isComparable = ours !== undefined && source !== undefined && theirs !== undefined;
        const isEarlier = isComparable && theirs !== source && (await (0,git_history/* isAncestor */.QX)(git, theirs, source)).answer === 'yes';
        claims.push({ name, state: isEarlier ? (0,prune/* withoutItems */.FG)(state, ours) : state, isCertain: false });
    }
    return claims;
}
/** Which items are not pruned, and because of which projects. */
function ownerNotes(pruned, { inFiles, claims }) {
    const declared = keptFor(inFiles, pruned);
    const isDeclared = new Set(declared.items);
    const rest = pruned.filter((change) => !isDeclared.has(change));
    const claimed = keptFor(claims, rest);
    const removed = claimed.names.filter((name) => inFiles.every((other) => other.name !== name));
    return [
        ...notPruned(declared, 'declared by'),
        ...notPruned(claimed, 'last applied from'),
        ...removed.map((name) => `If ${name} was removed permanently, delete its record with \`confighub-sync history --forget --config ${(0,lib_text/* shellQuoted */.x)(name)}\`.`),
    ];
}
function keptFor(projects, pruned) {
    const items = pruned.filter((change) => projects.some(({ state }) => (0,find_item/* isDeclaredIn */.Cw)(state, change)));
    const owners = projects.filter(({ state }) => items.some((change) => (0,find_item/* isDeclaredIn */.Cw)(state, change)));
    return { items, names: [...new Set(owners.map(({ name }) => name))].sort() };
}
function notPruned({ items, names }, how) {
    if (items.length === 0)
        return [];
    return [`Not pruned: ${(0,lib_text/* counted */.hS)(items.length, 'item')} ${how} ${names.join(' and ')}.`];
}
function doubtNotes(recorded) {
    return recorded.flatMap(({ name, doubt }) => doubt === undefined ? [] : [`Ignoring the record of ${name}: it ${doubt}.`]);
}
/** Items managed only according to a record that anyone with push access could have forged. */
async function unconfirmed({ baseline }, { git, histories }) {
    const confirmed = [];
    let reason;
    for (const { state, apply } of baseline.parts) {
        // Without an origin, nobody else can write to the record.
        const doubt = git.origin ? await doubtOf(git, apply, histories) : undefined;
        if (doubt === undefined)
            confirmed.push(state);
        else
            reason ??= doubt;
    }
    if (baseline.chosen)
        confirmed.push(baseline.chosen);
    return reason === undefined ? {} : { unconfirmed: { reason, confirmed } };
}

;// CONCATENATED MODULE: ./lib/apply/plan-input.js











/** Reads touched keys one by one if there is no export. */
async function planInput(known) {
    const { project, target, options, inspection, baseline, live } = known;
    const { levels, elements } = inspection;
    const policy = policyOf(project, options);
    if (!(0,apply_baseline/* isRecorded */.TN)(project, options))
        refuseWithoutRecord(project, policy);
    const isFirst = isFirstApply(baseline, options);
    const needsCounts = isFirst || !(0,plan/* isRead */.H9)(live.source);
    const listing = needsCounts ? await inspection.listing() : inspection.listed;
    const notes = [
        ...liveNotes({ ...known, listing }),
        ...(baseline.note === undefined ? [] : [baseline.note]),
        ...pruneNotes({ ...policy, live, baseline }),
        ...((0,apply_baseline/* isRecorded */.TN)(project, options) ? [] : [NOT_RECORDED]),
    ];
    const input = {
        target: { url: target.url, ...target.repository, levels, ...declaredName(project.choice) },
        desired: project.state,
        live: live.state,
        liveSource: live.source,
        applied: { ...(0,apply_baseline/* appliedIn */.Xv)(baseline), ...(options.baseline === undefined && { problem: baseline.problem }) },
        policy,
        secrets: { ...secretRulesOf(project), digestKey: options.digestKey },
        server: {
            settings: listing?.settings ?? inspect/* USUAL_SETTINGS */.Fb,
            hasToken: options.token !== undefined,
            tokenProblem: known.tokenProblem,
            elements,
            ...(live.unread && live.unread.length > 0 && { unread: live.unread }),
            listedFiles: inspection.answered.includes('info') ? inspection.files : undefined,
            // Without a record and a read, every apply is like the first.
            firstOf: isFirst || live.source === 'none' ? (listing?.counts?.keys ?? 'unknown') : undefined,
            typesKnown: (0,plan/* isRead */.H9)(live.source) || baseline.record?.done?.reads !== undefined,
        },
        purpose: 'apply',
        listUnmanaged: options.unmanaged,
        force: options.force,
        notes,
    };
    const basis = { used: [...inspection.answered], missing: [...inspection.missing, ...live.missing] };
    if (live.source === 'export')
        return { ...listed(input, listing), ...basis, used: [...basis.used, 'export'] };
    let late;
    const counts = async () => {
        if (listing !== undefined)
            return listing.counts;
        late = await inspection.listing();
        return late.counts;
    };
    // The counts do not tell what is in the contexts that cannot be read.
    const touched = await (0,touched_keys/* withTouchedKeys */.Z)(input, { ...known, ...(input.server.unread === undefined && { counts }) });
    return {
        ...(late === undefined
            ? listed(touched.input, listing)
            : { input: withLateListing(touched.input, late), listing: late }),
        used: [
            ...basis.used,
            ...(live.source === 'pulls' ? ['pull'] : []),
            ...(touched.isAnswered ? ['keyData'] : []),
        ],
        missing: [...basis.missing, ...touched.missing],
    };
}
const NOT_RECORDED = '`record: false`: applies are not recorded, so nothing is pruned, drift is not detected, and nothing keeps two applies apart.';
/** Throws {@link CommandError}: without a record, what was changed on the server cannot be told from what was not. */
function refuseWithoutRecord({ project }, { onDrift }) {
    if (onDrift === 'overwrite')
        return;
    throw new errors/* CommandError */.Qd({
        code: 'bad-option',
        message: `\`onDrift: ${onDrift}\` needs the record of applies, which \`record: false\` in the project file turns off.`,
        hint: 'Remove `record: false`, or set `onDrift: overwrite`.',
        places: [project.places.record].flatMap((place) => place ?? []),
    });
}
/** What the plan shows of a target of several. */
function declaredName({ name }) {
    return name === undefined ? {} : { declaredAs: name };
}
function listed(input, listing) {
    return listing === undefined ? { input } : { input: withListing(input, listing), listing };
}
/** For a listing that was read after the notes were written. */
function withLateListing(input, listing) {
    const { notes, ...rest } = withListing(input, listing);
    const { missing } = listing;
    return { ...rest, notes: [...notes, ...(missing.length === 0 ? [] : [missingNote(missing)])] };
}
function withListing(input, { settings, counts }) {
    const isWhole = input.liveSource === 'export' && counts !== undefined;
    const notes = input.liveSource === 'pulls' && counts !== undefined ? notSeen(input.live, counts) : [];
    const server = { ...input.server, settings, ...(isWhole && { counted: counts }) };
    return { ...input, server, notes: [...input.notes, ...notes] };
}
/** `false` if unknown: outside Git, or if the record cannot be read. A chosen baseline means that there was an apply. */
function isFirstApply({ record, isUnknown, done, begun }, options) {
    const isKnown = record !== undefined && !isUnknown && options.baseline === undefined;
    return isKnown && done === undefined && begun.length === 0;
}
/** The settings of a project, overridden by options. */
function policyOf({ project }, options) {
    return {
        order: project.order.get(project.levels?.[0] ?? ''),
        prune: (0,apply_baseline/* isRecorded */.TN)({ project }, options) ? (options.prune ?? project.prune) : 'none',
        onDrift: options.onDrift ?? project.onDrift,
        scope: project.scope,
        isProtected: (0,secrets/* nameMatcher */.MH)(project.protect),
        allowNewContexts: project.allowNewContexts,
        forceKeyPush: project.forceKeyPush,
        limits: project.limits,
        batch: project.batch,
    };
}
/** What the project file says of secrets, and the passwords that its variables hold. */
function secretRulesOf({ project, passwords }) {
    return { isSecretName: (0,secrets/* secretNames */.XG)(project.redact), passwordOf: passwords.of };
}
/** Reads `info/all`, the most expensive read for the server, only if it could change the plan. */
async function planWithListing(input, { inspection, listing, ...known }) {
    const planned = await planWithOwnership(input, known);
    if (listing !== undefined)
        return { ...planned, listing };
    if (!isDecisive(planned))
        return planned;
    const asked = await inspection.listing();
    return { ...(await planWithOwnership(withLateListing(input, asked), known)), listing: asked };
}
/** Whether the server's settings or counts could change the plan. */
function isDecisive({ input, plan: { changes, drift } }) {
    const { live, liveSource, applied: known } = input;
    const { baseline, begun = [] } = known;
    const applied = [...(baseline ? [baseline] : []), ...begun];
    return ([...changes, ...drift].some(isAboutTypes) ||
        applied.some((state) => hasOtherType(state, live)) ||
        changes.some((change) => isSecured(change, input)) ||
        // An export without applied items may be incomplete; the counts would show it.
        (liveSource === 'export' && baseline !== undefined && (0,limits/* vanished */.J)(baseline, live).gone > 0));
}
/** With value types off, types do not change and values are not checked (behaviour.md, section 7.3). */
function isAboutTypes(change) {
    if (change.kind === 'key')
        return isTyped(change);
    return change.kind === 'value' && change.after != null && (0,value_types/* valueProblem */.FQ)(change.vdt, change.after) !== undefined;
}
function isTyped({ action, before, after }) {
    if (action === 'create')
        return after?.vdt !== undefined && after.vdt !== 'Text';
    return action === 'update' && before?.vdt !== after?.vdt;
}
/** With security off, a security group has no effect (behaviour.md, section 12.1). */
function isSecured(change, { desired, live }) {
    if (change.kind === 'file')
        return change.securityGroup !== undefined;
    const id = (0,state/* keyId */.xs)(change.key);
    return [desired, live].some(({ items }) => items.get(id)?.securityGroup !== undefined);
}
/** Whether a key has another type than it was applied with. */
function hasOtherType({ items }, live) {
    return [...items].some(([id, { vdt }]) => {
        const liveVdt = live.items.get(id)?.vdt;
        return vdt !== undefined && liveVdt !== undefined && vdt !== liveVdt;
    });
}


/***/ }),

/***/ 1171:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Z: () => (/* binding */ withTouchedKeys),
/* harmony export */   u: () => (/* binding */ unseenIn)
/* harmony export */ });
/* harmony import */ var _lib_parallel_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(404);
/* harmony import */ var _model_plan_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2774);
/* harmony import */ var _model_state_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(6616);
/* harmony import */ var _plan_make_plan_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(656);
/* harmony import */ var _remote_answer_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4790);
/* harmony import */ var _remote_pulled_state_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5846);
/* harmony import */ var _semantics_placeholders_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1799);
// Without an export: reads the keys that a plan touches or refers to, one by one.







/** For more new keys, the counts are read first: they may show that none of them exists. */
const FEW_NEW_KEYS = 16;
/**
 * Touched keys must keep their types, but pulls show neither `push` nor keys without values. Keys that files refer to
 * must exist, otherwise the server creates them, locked.
 */
async function withTouchedKeys(input, { reader, target: { repository }, counts }) {
    // Types without values do not help: then the plan is made from the record alone.
    if (!(0,_model_plan_js__WEBPACK_IMPORTED_MODULE_0__/* .isRead */ .H9)(input.liveSource))
        return { input, missing: [] };
    const { changes, drift } = (0,_plan_make_plan_js__WEBPACK_IMPORTED_MODULE_1__/* .compareStates */ .C)(input);
    const changed = touchedKeys([...changes, ...drift], input);
    const empty = emptyKeysToDelete(input);
    const isUnseen = (name) => !input.live.items.has((0,_model_state_js__WEBPACK_IMPORTED_MODULE_5__/* .keyId */ .xs)(name));
    // A delete may affect values that were not read.
    const hasDeletes = empty.length > 0 || changes.some(({ action }) => action === 'delete');
    const needsCounts = hasDeletes || input.server.firstOf !== undefined || changed.filter(isUnseen).length > FEW_NEW_KEYS;
    const counted = needsCounts ? await counts?.() : undefined;
    const unseen = counted && unseenIn(input.live, counted);
    // If the counts match, every value of every key was read.
    const isAll = unseen?.values === 0;
    const touched = isAll ? [...changed, ...empty] : changed;
    const named = namedByFiles(changes, input);
    const isAbsent = (name) => unseen?.keys === 0 && isUnseen(name);
    const asked = distinct([...touched, ...named]).filter((name) => !isAbsent(name));
    const offered = await (0,_remote_answer_js__WEBPACK_IMPORTED_MODULE_2__/* .ifOffered */ .tO)('keyData', askEach(asked, { reader, repository }));
    if ('missing' in offered)
        return { input, missing: [offered.missing] };
    const { answer } = offered;
    const absent = [...touched, ...named].map(_model_state_js__WEBPACK_IMPORTED_MODULE_5__/* .keyId */ .xs).filter((id) => answer.get(id) === undefined);
    const answers = new Map(touched.map((name) => [(0,_model_state_js__WEBPACK_IMPORTED_MODULE_5__/* .keyId */ .xs)(name), answer.get((0,_model_state_js__WEBPACK_IMPORTED_MODULE_5__/* .keyId */ .xs)(name))]));
    const live = withKeyData(input, { answers, isAll });
    return {
        input: { ...input, live, server: { ...input.server, typesKnown: true, absentKeys: new Set(absent) } },
        missing: [],
        ...(asked.length > 0 && { isAnswered: true }),
    };
}
/** How many items were not read, by the counts of the server. */
function unseenIn(live, counts) {
    const keys = (0,_model_state_js__WEBPACK_IMPORTED_MODULE_5__/* .keysIn */ .q7)(live);
    return { keys: counts.keys - keys.length, values: counts.values - (0,_model_state_js__WEBPACK_IMPORTED_MODULE_5__/* .rowsOf */ .RO)(keys).length };
}
function touchedKeys(changes, { desired }) {
    const changed = changes.flatMap((change) => (change.kind === 'file' ? [] : [change.key]));
    // A key declared absent may still exist, with values in other contexts or without any.
    const absent = (0,_model_state_js__WEBPACK_IMPORTED_MODULE_5__/* .keysIn */ .q7)(desired)
        .filter((key) => key.absent)
        .map(({ name }) => name);
    return distinct([...changed, ...absent]);
}
/** Applied keys without values that are no longer declared: pulls do not show them. */
function emptyKeysToDelete({ desired, live, applied }) {
    return [applied.baseline, ...(applied.begun ?? [])].flatMap((state) => (0,_model_state_js__WEBPACK_IMPORTED_MODULE_5__/* .keysIn */ .q7)(state ?? (0,_model_state_js__WEBPACK_IMPORTED_MODULE_5__/* .emptyState */ .p$)()).flatMap(({ name, absent }) => absent || [desired, live].some(({ items }) => items.has((0,_model_state_js__WEBPACK_IMPORTED_MODULE_5__/* .keyId */ .xs)(name))) ? [] : [name]));
}
/** Keys that files refer to and that are not known to exist. */
function namedByFiles(changes, { desired, live }) {
    const named = changes.flatMap((change) => (change.kind === 'file' ? (0,_semantics_placeholders_js__WEBPACK_IMPORTED_MODULE_4__/* .placeholdersIn */ .Qf)(change.after ?? '') : []));
    return distinct(named).filter((name) => ![desired, live].some(({ items }) => items.has((0,_model_state_js__WEBPACK_IMPORTED_MODULE_5__/* .keyId */ .xs)(name))));
}
async function askEach(names, { reader, repository }) {
    return new Map(await (0,_lib_parallel_js__WEBPACK_IMPORTED_MODULE_6__/* .inParallel */ .HN)(names, async (name) => [(0,_model_state_js__WEBPACK_IMPORTED_MODULE_5__/* .keyId */ .xs)(name), await reader.keyData(repository, name)]));
}
/** Removes keys that do not exist, and completes the others with their type and metadata. */
function withKeyData(input, { answers, isAll }) {
    const items = new Map(input.live.items);
    for (const [id, data] of answers) {
        if (data === undefined)
            items.delete(id);
        else {
            const pulled = items.get(id) ?? { rows: new Map(), ...presumedGroupOf(id, input) };
            items.set(id, keyWith(data, pulled, isAll));
        }
    }
    return { items };
}
/** A key of which no value was read may have values elsewhere, unless all values were read. It must not be deleted as a whole. */
function keyWith(data, known, isAll) {
    const { readme: _, ...rest } = known;
    return { ...rest, ...data, ...(rest.rows.size === 0 && !isAll ? { elsewhere: true } : {}) };
}
function presumedGroupOf(id, { desired, applied, purpose }) {
    const baseline = applied.baseline ?? applied.begun?.find(({ items }) => items.has(id));
    const presumed = purpose === 'check' ? 'desired' : 'baseline';
    return (0,_remote_pulled_state_js__WEBPACK_IMPORTED_MODULE_3__/* .presumedGroup */ .L_)(id, { desired, presumed, ...(baseline && { baseline }) });
}
function distinct(names) {
    return [...new Map(names.map((name) => [(0,_model_state_js__WEBPACK_IMPORTED_MODULE_5__/* .keyId */ .xs)(name), name])).values()];
}


/***/ }),

/***/ 5738:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   f: () => (/* binding */ replaceFile)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var _system_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6762);
// [edge] Replaces a file as a whole, so that it is always either old or new.


/** Only its owner can read it. Writes and flushes a temporary file beside it, and renames it. Removes the temporary files of dead processes. */
function replaceFile(path, content) {
    for (const { pid, path: left } of (0,_system_js__WEBPACK_IMPORTED_MODULE_1__/* .filesOfProcesses */ .mj)(path, 'tmp'))
        if (pid === process.pid || !(0,_system_js__WEBPACK_IMPORTED_MODULE_1__/* .isAlive */ ._n)(pid))
            (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(left);
    const temporary = `${path}.${process.pid}.tmp`;
    try {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.writeFileSync)(temporary, content, { flag: 'wx', mode: 0o600, flush: true });
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.renameSync)(temporary, path);
    }
    catch (error) {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(temporary, { force: true });
        throw error;
    }
}


/***/ }),

/***/ 5580:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   T: () => (/* binding */ isOfAnother),
/* harmony export */   g: () => (/* binding */ judged)
/* harmony export */ });
/* harmony import */ var _model_force_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4774);
/* harmony import */ var _digest_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9627);
/* harmony import */ var _unset_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9998);
// Approval of refusals (`force`): the digest of a plan, and what its approval changes.



/** YAML would read `123456` and `12e456` as numbers. */
const UNMISTAKABLE = new RegExp(`(?=[0-9a-f]{0,${_model_force_js__WEBPACK_IMPORTED_MODULE_2__/* .DIGEST_LENGTH */ .On - 1}}[abcdf])[0-9a-f]{${_model_force_js__WEBPACK_IMPORTED_MODULE_2__/* .DIGEST_LENGTH */ .On}}`);
/** A part of the digest that a person can type. */
function digestOf(input) {
    const hash = (0,_digest_js__WEBPACK_IMPORTED_MODULE_0__/* .planDigest */ .G)({ ...input, prune: input.policy.prune }, input.secrets.digestKey);
    return UNMISTAKABLE.exec(hash)?.[0] ?? `f${hash.slice(1, _model_force_js__WEBPACK_IMPORTED_MODULE_2__/* .DIGEST_LENGTH */ .On)}`;
}
/** Whether the approval is for a different plan. */
function isOfAnother({ force, ...input }) {
    return input.unset === undefined && force !== undefined && force.digest !== digestOf(input);
}
/** An approved refusal becomes a warning, so that it stays visible. */
function judged(found, input) {
    const refused = found.filter(({ severity }) => severity === 'refusal');
    if (refused.length === 0)
        return { findings: found.map(({ name: _, ...finding }) => finding) };
    if (input.purpose === 'offline')
        return { findings: found.map((one) => withHint(one, OFFLINE)) };
    const { unset } = input;
    if (unset !== undefined)
        return { findings: found.map((one) => withHint(one, (0,_unset_js__WEBPACK_IMPORTED_MODULE_1__/* .approveLater */ .WM)(unset))) };
    const digest = digestOf(input);
    const isApproved = ({ name }) => input.force?.digest === digest && (name === undefined || (0,_model_force_js__WEBPACK_IMPORTED_MODULE_2__/* .allows */ .NB)(input.force, name));
    const left = refused.filter((one) => !isApproved(one));
    const force = (0,_model_force_js__WEBPACK_IMPORTED_MODULE_2__/* .forceText */ .JX)({ digest, names: namesOf(refused) });
    const forced = (0,_model_force_js__WEBPACK_IMPORTED_MODULE_2__/* .forceText */ .JX)({ digest, names: namesOf(refused.filter(isApproved)) });
    const by = input.force?.by;
    return {
        findings: found.map((one) => (isApproved(one) ? approved(one, { forced, by }) : asApprovable(one))),
        ...(left.length > 0 && { force }),
        ...(left.length < refused.length && { forced, ...(by && { approvedBy: by }) }),
    };
}
const OFFLINE = 'If this is intended, approve it with the digest that an apply prints.';
function approved({ name: _, ...finding }, { forced, by }) {
    const how = by === undefined ? `by \`force: ${forced}\`` : `in a review by ${by.join(', ')}`;
    return { ...finding, severity: 'warning', hint: `Approved ${how}.` };
}
function asApprovable({ name: _, ...finding }) {
    return finding.severity === 'refusal' ? { ...finding, approvable: true } : finding;
}
function withHint({ name: _, hint, ...finding }, how) {
    return { ...finding, hint: hint === undefined ? how : `${hint} ${how}` };
}
function namesOf(found) {
    return [...new Set(found.flatMap(({ name }) => name ?? []))].sort();
}


/***/ }),

/***/ 4955:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ft: () => (/* binding */ isSame),
/* harmony export */   Of: () => (/* binding */ memberCause),
/* harmony export */   kq: () => (/* binding */ changedMembers),
/* harmony export */   qt: () => (/* binding */ appliedRow),
/* harmony export */   vR: () => (/* binding */ withCauses)
/* harmony export */ });
/* harmony import */ var _lib_json_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8173);
/* harmony import */ var _model_merge_states_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1568);
/* harmony import */ var _model_state_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6616);
/* harmony import */ var _semantics_value_types_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6060);
/* harmony import */ var _find_item_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6790);
// The cause of each change, from comparing baseline, desired and live.





/** The same changes, each with its cause. Without a baseline, every cause is `declared` or `rewritten`. */
function withCauses(changes, input) {
    if (lastApplied(input).length === 0)
        return changes.map((change) => ({ ...change, cause: change.rewritten ? 'rewritten' : 'declared' }));
    const found = changes.map((change) => (change.kind === 'key' ? undefined : rowCause(change, input)));
    const ofKeys = new Map();
    changes.forEach((change, index) => {
        if (change.kind !== 'value')
            return;
        const id = (0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .keyId */ .xs)(change.key);
        ofKeys.set(id, (ofKeys.get(id) ?? new Set()).add(found[index] ?? 'declared'));
    });
    return changes.map((change, index) => {
        const cause = change.kind === 'key' ? keyCause(change, { ...input, values: ofKeys.get((0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .keyId */ .xs)(change.key)) }) : found[index];
        return { ...change, cause: cause ?? 'declared' };
    });
}
function rowCause(change, input) {
    const at = (0,_find_item_js__WEBPACK_IMPORTED_MODULE_3__/* .addressIn */ ._Q)(change);
    const vdt = change.kind === 'value' ? change.vdt : undefined;
    const applied = lastApplied(input).map((state) => appliedRow(state, at, vdt));
    const live = (0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .rowAt */ .ce)(input.live, at);
    const isNew = applied.length > 0 && applied.every((one) => isSame(one, undefined));
    // An item that others created is never considered ours, whatever its content.
    if (live?.unknown && isNew && change.after !== undefined)
        return 'conflict';
    if (change.rewritten)
        return 'rewritten';
    if (change.kind === 'value' && change.surplus && change.before === change.after)
        return 'declared';
    if (applied.length === 0 || applied.includes('unknown'))
        return 'declared';
    if (applied.some((one) => isSame(one, present(change.before, live))))
        return 'declared';
    if (live?.unknown && !live.drifted)
        return 'declared';
    const after = present(change.after);
    if (isMirrorDelete(applied, { after, desired: appliedRow(input.desired, at, vdt) }))
        return 'declared';
    return applied.some((one) => isSame(one, after)) ? 'drift' : 'conflict';
}
function present(text, live) {
    if (text === undefined)
        return undefined;
    return { text, ...(live?.native && { native: true }) };
}
/** `prune: all` deletes items that nobody declares, even those once declared absent and created by others since. */
function isMirrorDelete(applied, { after, desired }) {
    if (after !== undefined)
        return false;
    const isSilent = desired === undefined && applied.every((one) => isSame(one, undefined));
    return isSilent || applied.every((one) => one === undefined);
}
/**
 * What the last apply, and each unfinished one, may have applied. Before a first apply this was nothing: items of an
 * unfinished one that the server lacks were not pushed, rather than deleted by others.
 */
function lastApplied({ applied: { baseline, begun } }) {
    const first = baseline ?? (begun && (0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .emptyState */ .p$)());
    return [...(first ? [first] : []), ...(begun ?? [])];
}
function isSame(applied, now) {
    if (applied === undefined || applied === 'absent')
        return now === undefined;
    if (applied === 'unknown' || now === undefined)
        return false;
    if (applied.text === now.text)
        return true;
    const isParsed = applied.native === true || now.native === true;
    return isParsed && applied.text !== null && now.text !== null && (0,_lib_json_js__WEBPACK_IMPORTED_MODULE_0__/* .sameJson */ .Vk)(applied.text, now.text);
}
/** @param vdt the type of the key if the state does not declare one */
function appliedRow({ items }, { id, context }, vdt = 'Text') {
    const item = items.get(id);
    const row = item?.rows.get(context);
    if (item?.absent || row?.absent)
        return 'absent';
    if (item === undefined || row === undefined)
        return undefined;
    if (row.unknown)
        return 'unknown';
    return { text: (0,_semantics_value_types_js__WEBPACK_IMPORTED_MODULE_1__/* .storedText */ .VS)(item.vdt ?? vdt, row.text), ...(row.native && { native: true }) };
}
/** A key created or deleted with values has their cause; metadata has a cause of its own for each member. */
function keyCause(change, input) {
    const { values } = input;
    const [baseline] = lastApplied(input);
    if (baseline === undefined)
        return 'declared';
    if (change.action === 'update') {
        return strongest(changedMembers(change).map((name) => memberCause(change, { baseline, name })));
    }
    if (values !== undefined && change.values > 0)
        return strongest(values);
    const [applied, desired] = [baseline, input.desired].map(({ items }) => items.get((0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .keyId */ .xs)(change.key)));
    if (applied === undefined || (applied.absent && desired === undefined))
        return 'declared';
    return (change.action === 'create') === (applied.absent !== true) ? 'drift' : 'declared';
}
/** One conflict makes it a conflict; only drift throughout makes it drift. */
function strongest(causes) {
    const all = new Set(causes);
    return all.has('conflict') ? 'conflict' : all.size === 1 && all.has('drift') ? 'drift' : 'declared';
}
function changedMembers({ before = {}, after = {} }) {
    return _model_merge_states_js__WEBPACK_IMPORTED_MODULE_4__/* .MERGED_METADATA */ .B.filter((name) => before[name] !== after[name]);
}
/** A member that the last apply did not declare was not managed before. */
function memberCause({ key, before = {}, after = {} }, { baseline, name }) {
    const applied = baseline.items.get((0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .keyId */ .xs)(key))?.[name];
    if (applied === undefined || applied === before[name])
        return 'declared';
    return applied === after[name] ? 'drift' : 'conflict';
}


/***/ }),

/***/ 6840:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   BV: () => (/* binding */ valueChanges),
/* harmony export */   C8: () => (/* binding */ fileChanges),
/* harmony export */   LB: () => (/* binding */ keyChanges),
/* harmony export */   S8: () => (/* binding */ firstOfEachKey),
/* harmony export */   TR: () => (/* binding */ diffOfPlans),
/* harmony export */   Ui: () => (/* binding */ diff)
/* harmony export */ });
/* harmony import */ var _model_context_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(402);
/* harmony import */ var _model_plan_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2774);
/* harmony import */ var _model_state_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6616);
// Compares two states: the changes that lead from live to desired. It takes no options and forgives nothing.



/**
 * The sorted changes from live to what is planned. Kept rows are no changes.
 * @param depth number of context levels, to write contexts in full
 */
function diff(planned, live, depth) {
    return changesBetween(planned, live, { depth, isKept: ({ kept }) => kept === true });
}
/** The same between two planned states. Rows that both keep are no changes. */
function diffOfPlans(planned, other, depth) {
    return changesBetween(planned, other, { depth, isKept: (row, other) => row.kept === true && other.kept === true });
}
function changesBetween(desired, live, comparing) {
    const changes = [];
    for (const [id, item] of desired.items)
        diffItem(changes, { item, live: live.items.get(id) }, comparing);
    for (const [id, there] of live.items)
        if (!desired.items.has(id))
            diffItem(changes, { item: undefined, live: there }, comparing);
    return changes.sort(_model_plan_js__WEBPACK_IMPORTED_MODULE_0__/* .compareChanges */ .vF);
}
function diffItem(changes, sides, { depth, isKept }) {
    const { item, live } = sides;
    const named = item ?? live;
    if (named === undefined)
        return;
    const own = named.kind === 'key' ? keyChange(sides, depth) : undefined;
    if (own !== undefined)
        changes.push(own);
    for (const [context, row] of item?.rows ?? []) {
        const there = live?.rows.get(context);
        if (there !== undefined && (isSame(row, there, named) || isKept(row, there)))
            continue;
        const written = row.securityGroup === undefined ? {} : { securityGroup: row.securityGroup };
        const at = { ...placed(named, row, depth), ...written };
        const surplus = surplusOf(there?.duplicates ? there : row, named);
        // Drift is compared in the other direction: what is planned is unknown.
        const isTheirs = row.drifted && there !== undefined && !there.unknown;
        const change = isTheirs ? at : { ...at, after: row.text };
        changes.push({ ...change, ...surplus, ...effectOf(row, there) });
    }
    for (const [context, row] of live?.rows ?? []) {
        if (item?.rows.has(context))
            continue;
        const isUnknown = row.unknown && (named.kind === 'file' || row.text === null);
        const before = isUnknown ? {} : { before: row.text };
        changes.push({ ...placed(named, row, depth), action: 'delete', ...before, ...surplusOf(row, named) });
    }
}
function keyChange({ item, live }, depth) {
    if (item === undefined)
        return live && { kind: 'key', action: 'delete', key: live.name, before: metadata(live), values: live.rows.size };
    if (live === undefined)
        return { ...keyOf(item), action: 'create', after: metadata(item), values: item.rows.size };
    if (_model_state_js__WEBPACK_IMPORTED_MODULE_1__/* .KEY_METADATA */ .Mv.every((name) => item[name] === live[name]))
        return undefined;
    // Rows have no order (behaviour.md, section 13), so choose the same one every time.
    const stays = [...live.rows].flatMap(([id, { context }]) => (item.rows.has(id) ? [context] : []));
    const [broadest] = stays.sort(_model_context_js__WEBPACK_IMPORTED_MODULE_2__/* .compareContexts */ .wn);
    const anchor = broadest === undefined ? {} : { anchor: (0,_model_context_js__WEBPACK_IMPORTED_MODULE_2__/* .fullContext */ .NH)(broadest, depth) };
    return { ...keyOf(item), action: 'update', before: metadata(live), after: metadata(item), values: 0, ...anchor };
}
function keyOf({ name }) {
    return { kind: 'key', key: name };
}
/** A value that the server stores more than once is written even if it is the same. */
function isSame(row, there, { kind }) {
    if (row.unknown || there.unknown || (kind === 'key' && there.duplicates))
        return false;
    return row.text === there.text && row.securityGroup === there.securityGroup;
}
function effectOf(row, there) {
    if (there === undefined)
        return { action: 'create' };
    if (there.differs && !row.unknown)
        return { action: 'update' };
    if (there.unknown || (row.unknown && !row.drifted))
        return { action: 'update', rewritten: true };
    return { action: 'update', before: there.text };
}
function surplusOf({ duplicates }, { kind }) {
    return duplicates === undefined || kind === 'file' ? undefined : { surplus: duplicates };
}
function placed({ kind, name, vdt = 'Text' }, row, depth) {
    const context = (0,_model_context_js__WEBPACK_IMPORTED_MODULE_2__/* .fullContext */ .NH)(row.context, depth);
    return kind === 'key'
        ? { kind: 'value', key: name, context, vdt }
        : { kind: 'file', path: name, context };
}
function metadata(key) {
    const known = {};
    for (const name of _model_state_js__WEBPACK_IMPORTED_MODULE_1__/* .KEY_METADATA */ .Mv)
        if (key[name] !== undefined)
            known[name] = key[name];
    return known;
}
function keyChanges(changes) {
    return changes.filter((change) => change.kind === 'key');
}
function valueChanges(changes) {
    return changes.filter((change) => change.kind === 'value');
}
function fileChanges(changes) {
    return changes.filter((change) => change.kind === 'file');
}
/** The first change of each key, without files. */
function firstOfEachKey(changes) {
    const first = new Map();
    for (const change of changes.filter(isOfKey))
        if (!first.has(change.key))
            first.set(change.key, change);
    return [...first.values()];
}
function isOfKey(change) {
    return change.kind !== 'file';
}


/***/ }),

/***/ 9627:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   C: () => (/* binding */ sortedEntries),
/* harmony export */   G: () => (/* binding */ planDigest)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var _model_plan_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2774);
/* harmony import */ var _semantics_secret_lines_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4852);
// The digest of a plan: of its target, its mode of pruning and all that it changes. It identifies what was reviewed.



/**
 * Two plans with the same digest do the same. Without a digest key, a secret counts only by address and action, and a
 * text with a secret inside by the rest of it.
 *
 * @param digestKey for digests of secrets, because short secrets could be guessed from plain digests
 */
function planDigest({ target, prune, changes }, digestKey) {
    const { url, account, name } = target;
    const items = changes.map((change) => {
        const digest = digestOf(change, digestKey);
        return { ...bareName(change), action: change.action, ...(digest !== undefined && { digest }) };
    });
    return (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)('sha256')
        .update(JSON.stringify([url, account, name, prune, items]))
        .digest('hex');
}
function bareName(change) {
    if (change.kind === 'key')
        return { kind: 'key', key: change.key };
    if (change.kind === 'file')
        return { kind: 'file', path: change.path, context: change.context };
    return { kind: 'value', key: change.key, context: change.context };
}
function digestOf(change, digestKey) {
    const isSecret = (0,_model_plan_js__WEBPACK_IMPORTED_MODULE_1__/* .holdsSecret */ .hK)(change);
    if (isSecret && digestKey !== undefined)
        return (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHmac)('sha256', digestKey)
            .update(JSON.stringify(contentOf(change)))
            .digest('hex');
    const open = isSecret ? withoutSecrets(change) : change;
    return (open &&
        (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.createHash)('sha256')
            .update(JSON.stringify(contentOf(open)))
            .digest('hex'));
}
/** The change without the secrets inside of its texts; `undefined` if one of another version would be left. */
function withoutSecrets(change) {
    if (change.kind === 'key' || change.secret || change.secrets === undefined)
        return undefined;
    const { before, after, secrets } = change;
    // The longest first: one secret may contain another.
    const own = [before, after].flatMap(_semantics_secret_lines_js__WEBPACK_IMPORTED_MODULE_2__/* .secretTexts */ .Vh).sort((a, b) => b.length - a.length);
    const cut = (text) => typeof text === 'string' ? own.reduce((rest, secret) => rest.replaceAll(secret, '\0'), text) : text;
    const sides = { before: cut(before), after: cut(after) };
    const isLeft = secrets.texts.some((secret) => [sides.before, sides.after].some((text) => text?.includes(secret)));
    return isLeft ? undefined : { ...change, ...sides };
}
/** All that decides what the push does; the place may move. */
function contentOf(change) {
    const present = [change.before !== undefined, change.after !== undefined, change.rewritten ?? false];
    if (change.kind === 'key') {
        const metadata = [sortedEntries(change.before), sortedEntries(change.after)];
        return ['key', ...present, ...metadata, ...optional(change.whole)];
    }
    const texts = [change.before ?? null, change.after ?? null];
    return change.kind === 'value'
        ? ['value', ...present, ...texts, change.vdt, ...optional(change.surplus)]
        : ['file', ...present, ...texts, null, ...optional(change.securityGroup)];
}
function optional(one) {
    return one === undefined ? [] : [one];
}
function sortedEntries(metadata = {}) {
    return Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1));
}


/***/ }),

/***/ 5188:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   s: () => (/* binding */ withDriftKept),
/* harmony export */   x: () => (/* binding */ countConverged)
/* harmony export */ });
/* harmony import */ var _model_state_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6616);
/* harmony import */ var _causes_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4955);
/* harmony import */ var _find_item_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6790);



/** Desired with everything that drifted as in live, so that comparing again leaves it alone. */
function withDriftKept(desired, { live, baseline, changes, causes = ['drift'] }) {
    const drifted = changes.filter(({ cause }) => causes.includes(cause));
    if (drifted.length === 0 && !changes.some(({ kind }) => kind === 'key'))
        return desired;
    const planned = copied(desired, changes);
    for (const change of drifted) {
        if (change.kind === 'key')
            continue;
        const { id, context } = (0,_find_item_js__WEBPACK_IMPORTED_MODULE_1__/* .addressIn */ ._Q)(change);
        const { rows } = itemIn(planned, id, live.items.get(id));
        const there = (0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .rowAt */ .ce)(live, { id, context });
        if (there === undefined)
            rows.delete(context);
        else
            rows.set(context, { ...there, kept: true });
    }
    for (const change of changes) {
        if (change.kind === 'key')
            keepKey(planned, { change, live, baseline, causes });
    }
    return planned;
}
/** A copy in which the changing items may be modified. */
function copied({ items }, changes) {
    const all = new Map(items);
    for (const id of new Set(changes.map(_find_item_js__WEBPACK_IMPORTED_MODULE_1__/* .itemIdOf */ .oc))) {
        const item = items.get(id);
        if (item !== undefined)
            all.set(id, { ...item, rows: new Map(item.rows) });
    }
    return { items: all };
}
/** The planned item. One that is no longer declared is planned again as in live, without rows. */
function itemIn({ items }, id, live) {
    const known = items.get(id);
    if (known !== undefined)
        return known;
    if (live === undefined)
        throw new Error(`no item ${id} in either state`);
    const item = { ...live, rows: new Map() };
    items.set(id, item);
    return item;
}
/** Undoes the creation or deletion of a key that drifted, and changes drifted metadata back to that of live. */
function keepKey(planned, { change, live, baseline, causes }) {
    const id = (0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .keyId */ .xs)(change.key);
    const found = live.items.get(id);
    if (change.action === 'update') {
        const drifted = (0,_causes_js__WEBPACK_IMPORTED_MODULE_0__/* .changedMembers */ .kq)(change).filter((name) => causes.includes((0,_causes_js__WEBPACK_IMPORTED_MODULE_0__/* .memberCause */ .Of)(change, { baseline, name })));
        for (const name of drifted)
            Object.assign(itemIn(planned, id, found), { [name]: found?.[name] });
        return;
    }
    if (!causes.includes(change.cause))
        return;
    if (change.action === 'create')
        planned.items.delete(id);
    else if (!planned.items.has(id) && found !== undefined)
        planned.items.set(id, found);
}
/** How many items changed the same way in the files and on the server since the last apply, and who sent them. */
function countConverged(desired, live, { baseline, begun }) {
    if (baseline === undefined)
        return { converged: 0 };
    let [converged, alreadySent] = [0, 0];
    const compare = (at) => {
        const [item, before, there] = [desired.items.get(at.id), baseline.items.get(at.id), live.items.get(at.id)];
        const vdt = item?.vdt ?? before?.vdt ?? there?.vdt;
        const row = item?.rows.get(at.context);
        const declared = item?.absent || row?.absent ? undefined : row;
        if (declared?.text !== there?.rows.get(at.context)?.text)
            return;
        const applied = (0,_causes_js__WEBPACK_IMPORTED_MODULE_0__/* .appliedRow */ .qt)(baseline, at, vdt);
        if (applied === 'unknown' || (0,_causes_js__WEBPACK_IMPORTED_MODULE_0__/* .isSame */ .Ft)(applied, declared))
            return;
        // What an unfinished apply declared is its own work.
        if (begun?.some((state) => (0,_causes_js__WEBPACK_IMPORTED_MODULE_0__/* .isSame */ .Ft)((0,_causes_js__WEBPACK_IMPORTED_MODULE_0__/* .appliedRow */ .qt)(state, at, vdt), declared)))
            alreadySent++;
        else
            converged++;
    };
    for (const { id, context } of (0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .rowsIn */ .Nn)(desired))
        compare({ id, context });
    for (const { id, context } of (0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .rowsIn */ .Nn)(baseline))
        if (!(0,_model_state_js__WEBPACK_IMPORTED_MODULE_2__/* .rowAt */ .ce)(desired, { id, context }))
            compare({ id, context });
    return { converged, ...(alreadySent > 0 && { alreadySent }) };
}


/***/ }),

/***/ 656:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  C: () => (/* binding */ compareStates),
  j: () => (/* binding */ makePlan)
});

// EXTERNAL MODULE: ./lib/lib/collections.js
var collections = __webpack_require__(4390);
// EXTERNAL MODULE: ./lib/model/element-counts.js
var element_counts = __webpack_require__(474);
// EXTERNAL MODULE: ./lib/model/plan.js
var plan = __webpack_require__(2774);
// EXTERNAL MODULE: ./lib/model/state.js
var model_state = __webpack_require__(6616);
// EXTERNAL MODULE: ./lib/plan/annotate.js
var annotate = __webpack_require__(1419);
// EXTERNAL MODULE: ./lib/plan/causes.js
var causes = __webpack_require__(4955);
// EXTERNAL MODULE: ./lib/plan/diff.js
var diff = __webpack_require__(6840);
// EXTERNAL MODULE: ./lib/plan/drift.js
var plan_drift = __webpack_require__(5188);
// EXTERNAL MODULE: ./lib/plan/approval.js
var approval = __webpack_require__(5580);
// EXTERNAL MODULE: ./lib/lib/text.js
var lib_text = __webpack_require__(5924);
// EXTERNAL MODULE: ./lib/model/context.js
var model_context = __webpack_require__(402);
;// CONCATENATED MODULE: ./lib/plan/rules/rule.js

/** Where a change or a declared item is. */
function at({ place, removedFrom }) {
    return place === undefined ? { removedFrom } : { place };
}
/** Files that the plan creates or updates. */
function writtenFiles(changes) {
    return (0,diff/* fileChanges */.C8)(changes).filter((change) => change.after !== undefined);
}

;// CONCATENATED MODULE: ./lib/plan/rules/contexts.js
// Rules about contexts and their elements (behaviour.md, section 6).



const CONTEXT_RULES = [
    {
        code: 'context-new',
        severity: 'refusal',
        advice: 'Correct it, or add it to `allowNewContexts`.',
        check: contextNew,
    },
];
/** A push creates every element that it names, and nothing deletes elements (behaviour.md, section 6). */
function contextNew({ changes, server: { elements }, policy: { allowNewContexts }, target, }) {
    if (elements === undefined)
        return [];
    const allowed = new Set(allowNewContexts.map((name) => name.toLowerCase()));
    const [contexts, seen] = [new Set(), new Set()];
    const disordered = [];
    const unknown = [];
    for (const change of changes) {
        if (change.kind === 'key' || change.action === 'delete' || contexts.has(change.context))
            continue;
        contexts.add(change.context);
        const ordered = inOrder(change.context, elements);
        if (ordered !== undefined) {
            const message = `The elements of \`${change.context}\` are in the wrong order: the levels are ${target.levels.join(';')}.`;
            disordered.push({ ...at(change), message, hint: `Write \`${ordered}\`.` });
            continue;
        }
        for (const [level, element] of (0,model_context/* elementsOf */.ZE)(change.context).entries()) {
            const known = elements[level];
            const [name, id] = [element.toLowerCase(), `${level};${element.toLowerCase()}`];
            if (seen.has(id))
                continue;
            seen.add(id);
            if (element === model_context/* EVERYWHERE */.Zh || !model_context/* ELEMENT_NAME */.Hi.test(element) || known === undefined || known.size === 0)
                continue;
            if (!known.has(name) && !allowed.has(name))
                unknown.push({ change, element, level, near: (0,lib_text/* nearest */.pA)(element, known.values()) });
        }
    }
    // One line to paste, without what is probably a mistake.
    const added = unknown.filter(({ near }) => near === undefined).map(({ element }) => element);
    const line = `allowNewContexts: [${[...new Set([...allowNewContexts, ...added])].join(', ')}]`;
    const add = `If ${added.length === 1 ? 'it is' : 'they are'} new, write \`${line}\` in confighub.yaml.`;
    const created = unknown.map(({ change, element, level, near }) => {
        const message = `The level ${target.levels[level]} has no element \`${element}\`; a push would create it permanently.`;
        const meant = `Did you mean \`${near}\`? If not, add \`${element}\` to \`allowNewContexts\` in confighub.yaml.`;
        return { ...at(change), message, hint: near === undefined ? add : meant };
    });
    return [...disordered, ...created];
}
/** The context with each element at the level that has it; `undefined` if that is how it is written, or there is none. */
function inOrder(context, known) {
    const ordered = known.map(() => model_context/* EVERYWHERE */.Zh);
    for (const element of (0,model_context/* elementsOf */.ZE)(context)) {
        if (element === model_context/* EVERYWHERE */.Zh)
            continue;
        const level = known.findIndex((names, i) => ordered[i] === model_context/* EVERYWHERE */.Zh && names.has(element.toLowerCase()));
        if (level < 0)
            return undefined;
        ordered[level] = element;
    }
    const isWritten = (0,model_context/* elementsOf */.ZE)(context).every((one, i) => one === model_context/* EVERYWHERE */.Zh || known[i]?.has(one.toLowerCase()));
    return isWritten ? undefined : ordered.join(';');
}

// EXTERNAL MODULE: ./lib/model/diagnostic.js
var diagnostic = __webpack_require__(5602);
// EXTERNAL MODULE: ./lib/semantics/placeholders.js
var placeholders = __webpack_require__(1799);
// EXTERNAL MODULE: ./lib/plan/find-item.js
var find_item = __webpack_require__(6790);
;// CONCATENATED MODULE: ./lib/plan/rules/embedding.js
// Checks of FileRef and FileEmbed keys, whose values are file paths (behaviour.md, sections 8 and 10).




function fileUnknown({ changes, after, liveSource, server: { listedFiles } }) {
    const declared = pathsOf(after);
    // Only the export, or the list in `info`, names every file on the server.
    const mayBeFile = (path) => declared.has(path) || (liveSource !== 'export' && listedFiles?.has(path) !== false);
    return (0,diff/* valueChanges */.BV)(changes).flatMap((change) => {
        if (change.action === 'delete' || change.after === undefined || !(0,model_state/* isFilePath */.ig)(change.vdt))
            return [];
        // The value of a variable that is not set here.
        if ((0,find_item/* find */.I6)(after, change).row?.unknown)
            return [];
        if (change.after !== null && mayBeFile(change.after))
            return [];
        const message = `${change.key} in \`${change.context}\` is ${change.vdt}, but its value is ${change.after === null ? 'null' : 'not the path of a file'}.`;
        return [{ ...at(change), message }];
    });
}
function fileReferenced({ changes, after }) {
    const deleted = (0,diff/* fileChanges */.C8)(changes).filter(({ action }) => action === 'delete');
    if (deleted.length === 0)
        return [];
    const paths = pathsOf(after);
    const users = new Map();
    for (const key of (0,model_state/* keysIn */.q7)(after))
        for (const path of referencesOf(key))
            users.set(path, key.name);
    return deleted.flatMap((change) => {
        const user = paths.has(change.path) ? undefined : users.get(change.path);
        if (user === undefined)
            return [];
        const message = `The file ${change.path} would be deleted, but the key ${user} still points to it.`;
        return [{ ...at(change), message, hint: 'The server accepts this, but reading the key finds no file.' }];
    });
}
function referencesOf(key) {
    if (!(0,model_state/* isFilePath */.ig)(key.vdt))
        return [];
    return [...key.rows.values()].flatMap(({ text }) => (text === null ? [] : [text])).sort();
}
function pathsOf(state) {
    return new Set((0,model_state/* filesIn */.nG)(state).map(({ name }) => name));
}

;// CONCATENATED MODULE: ./lib/plan/rules/files.js
// Rules about files: paths, placeholders and embedding (behaviour.md, sections 10 and 11).









const FILE_RULES = [
    {
        code: 'file-held-twice',
        severity: 'refusal',
        advice: "Delete the surplus file in the server's web interface.",
        check: fileHeldTwice,
    },
    {
        code: 'file-case',
        severity: 'warning',
        advice: 'If both are meant to be one file, use one spelling.',
        check: fileCase,
    },
    {
        code: 'file-new-key',
        severity: 'refusal',
        advice: 'Declare the keys, or correct the placeholders.',
        check: fileUnknownKey,
    },
    {
        code: 'file-escaped-placeholder',
        severity: 'refusal',
        advice: 'Remove the backslash.',
        check: fileEscapedPlaceholder,
    },
    {
        code: 'file-dead-placeholder',
        severity: 'warning',
        advice: 'Rename the key.',
        check: fileDeadPlaceholder,
    },
    {
        code: 'file-no-value',
        severity: 'warning',
        advice: 'Declare a value for every context of the file.',
        check: fileNoValue,
    },
    {
        code: 'file-unknown',
        severity: 'refusal',
        advice: 'Write the exact path of a file that is declared or on the server.',
        check: fileUnknown,
    },
    {
        code: 'file-referenced',
        severity: 'warning',
        advice: 'Point the key to another file, or delete it too.',
        check: fileReferenced,
    },
];
/** Creating the file would create such a key, locked and without a value; an update is refused. */
function fileUnknownKey({ changes, after, liveSource, server: { absentKeys } }) {
    // Only the export shows every key; otherwise only keys that were looked up are known to be absent.
    const isAbsent = (id) => liveSource === 'export' || absentKeys?.has(id) === true;
    return writtenFiles(changes).flatMap((change) => {
        const missing = (0,placeholders/* placeholdersIn */.Qf)(change.after).filter((name) => !after.items.has((0,model_state/* keyId */.xs)(name)) && isAbsent((0,model_state/* keyId */.xs)(name)));
        if (missing.length === 0)
            return [];
        const message = `The file ${change.path} has placeholders for keys that are neither declared nor on the server: ${shownNames(missing, change)}.`;
        return [{ ...placeholderAt(change, missing[0]), message, hint: 'Declare them, or correct the placeholders.' }];
    });
}
/** The line of a content that has a placeholder; where the file is declared, if the content has no file of its own. */
function placeholderAt(change, name = '') {
    const offset = change.after.indexOf(`\${${name}`);
    if (change.contentPath === undefined || offset === -1)
        return at(change);
    return { place: new diagnostic/* Place */.YR(new diagnostic/* Source */.kL(change.contentPath, change.after), offset) };
}
/** Content of a secret file is never shown, even if it looks like the name of a key. */
function shownNames(names, { secret }) {
    return secret ? '(secret)' : names.join(', ');
}
function fileEscapedPlaceholder({ changes }) {
    return writtenFiles(changes).flatMap((change) => {
        const [name] = (0,placeholders/* escapedPlaceholders */.mM)(change.after);
        if (name === undefined)
            return [];
        const message = `The file ${change.path} has a backslash before a placeholder (\\\${${shownNames([name], change)}}); the server replaces the placeholder anyway.`;
        return [{ ...placeholderAt(change, name), message, hint: 'Remove the backslash: placeholders cannot be escaped.' }];
    });
}
function fileDeadPlaceholder({ changes }) {
    return writtenFiles(changes).flatMap((change) => {
        const dead = (0,placeholders/* placeholdersIn */.Qf)(change.after).filter((name) => !/^\w(.*\w)?$/.test(name));
        if (dead.length === 0)
            return [];
        const message = `The file ${change.path} has placeholders that are never rendered, because a name cannot begin or end with a special character: ${shownNames(dead, change)}.`;
        return [{ ...placeholderAt(change, dead[0]), message }];
    });
}
function fileNoValue({ changes, after, liveSource }) {
    if (liveSource !== 'export')
        return [];
    return writtenFiles(changes).flatMap((change) => {
        const empty = (0,placeholders/* placeholdersIn */.Qf)(change.after).filter((name) => !coversFile(after, { name, change }));
        if (empty.length === 0)
            return [];
        const message = `The file ${change.path} in \`${change.context}\` has placeholders for keys that have no value covering that whole context: ${empty.join(', ')}.`;
        return [
            {
                ...placeholderAt(change, empty[0]),
                message,
                hint: 'Where a value is missing, the server renders an error message.',
            },
        ];
    });
}
/** Whether some value of the key applies wherever the file does. Unknown keys are another rule's. */
function coversFile(after, { name, change }) {
    const key = after.items.get((0,model_state/* keyId */.xs)(name));
    return key === undefined || [...key.rows.values()].some(({ context }) => (0,model_context/* covers */.hU)(context, change.context));
}
function fileHeldTwice({ changes, live }) {
    return (0,diff/* fileChanges */.C8)(changes).flatMap((change) => {
        const rows = (0,find_item/* find */.I6)(live, change).row?.duplicates;
        if (rows === undefined)
            return [];
        const message = `The server stores ${rows + 1} rows of this file: ${change.path} in one context.`;
        const hint = "Delete the surplus file in the server's web interface, then plan again.";
        return [{ ...at(change), message, hint }];
    });
}
function fileCase({ changes, after }) {
    const created = (0,diff/* fileChanges */.C8)(changes).filter(({ action }) => action === 'create');
    if (created.length === 0)
        return [];
    const spellings = (0,collections/* grouped */.z)((0,model_state/* filesIn */.nG)(after).map(({ name }) => name), (path) => path.toLowerCase());
    return created.flatMap((change) => {
        const { path } = change;
        const other = spellings.get(path.toLowerCase())?.find((spelling) => spelling !== path);
        if (other === undefined)
            return [];
        const message = `${path} and ${other} differ only in case: the server treats them as two files.`;
        return [{ ...at(change), message }];
    });
}

;// CONCATENATED MODULE: ./lib/plan/rules/keys.js
// Rules about keys: names, locks, metadata and deletion (behaviour.md, sections 7, 9, 12 and 17).






const KEY_RULES = [
    {
        code: 'key-locked',
        severity: 'refusal',
        advice: 'Unlock the key in the web interface of the server, or use a token that may push locked keys and set `forceKeyPush: true`. If it was changed on the server, import it; otherwise undo the change in the files.',
        check: keyLocked,
    },
    {
        code: 'key-locks-itself',
        severity: 'warning',
        advice: 'Check that this is intended.',
        check: keyLocksItself,
    },
    {
        code: 'key-not-created',
        severity: 'warning',
        advice: 'Declare a value, or remove the key from the files.',
        check: keyNotCreated,
    },
    {
        code: 'key-used',
        severity: 'refusal',
        advice: 'Remove the placeholder from the file in the same change, or keep the key.',
        check: keyUsed,
    },
    {
        code: 'last-value',
        severity: 'refusal',
        advice: 'Declare a value, or `opp: delete` for the key.',
        check: lastValue,
    },
    {
        code: 'inactive-row',
        severity: 'warning',
        advice: 'Delete the whole key (`opp: delete`), or leave the inactive values alone.',
        check: inactiveRow,
    },
];
function lastValue({ changes, drift, policy: { onDrift }, after, live }) {
    const names = new Set((0,diff/* valueChanges */.BV)(changes).flatMap((change) => (change.action === 'delete' ? [change.key] : [])));
    return [...names].flatMap((name) => {
        const id = (0,model_state/* keyId */.xs)(name);
        const [key, before] = [after.items.get(id), live.items.get(id)];
        if (key === undefined || key.rows.size > 0 || before?.elsewhere || before?.inactive)
            return [];
        const deleted = (0,diff/* valueChanges */.BV)(drift).filter((one) => one.action === 'delete' && (0,model_state/* keyId */.xs)(one.key) === id);
        if (deleted.length === 0) {
            const message = `${name} is declared but would lose its last value, and the server would delete the key with it.`;
            return [{ ...at(key), message }];
        }
        const contexts = deleted.map(({ context }) => `\`${context}\``).join(', ');
        const message = `${name} would lose its last value, and the server would delete the key with it: its other values (${contexts}) were deleted on the server, and \`onDrift: ${onDrift}\` leaves them deleted.`;
        const hint = 'Apply once with `--on-drift overwrite` (input `on-drift: overwrite`) to restore them. To delete the key, declare `opp: delete` for it.';
        return [{ ...at(key), message, hint }];
    });
}
function keyLocked({ changes, live, desired, policy }) {
    if (policy.forceKeyPush)
        return [];
    return (0,diff/* firstOfEachKey */.S8)(changes).flatMap((change) => {
        if ((0,find_item/* find */.I6)(live, change).item?.push !== false)
            return [];
        const declared = desired.items.get((0,model_state/* keyId */.xs)(change.key)) ?? {};
        const isDrift = changes.every((one) => one.cause === 'drift' || !isOfKey(one, change.key));
        const message = isDrift
            ? `${change.key} was changed on the server since the last apply, and is locked there (\`push: false\`).`
            : `${change.key} is locked on the server (\`push: false\`).`;
        const hint = `The server refuses the whole push. ${isDrift ? TAKE_LOCKED : LEAVE_LOCKED} ${UNLOCK}`;
        return [{ ...at(declared), message, hint }];
    });
}
const TAKE_LOCKED = 'To keep the change made on the server, run `confighub-sync import --only drift`.';
const LEAVE_LOCKED = 'Undo the change in the files.';
const UNLOCK = 'To push it, unlock the key in the web interface of the server, or use a token that may push locked keys and set `forceKeyPush: true` in confighub.yaml.';
function isOfKey(change, key) {
    return change.kind !== 'file' && (0,model_state/* keyId */.xs)(change.key) === (0,model_state/* keyId */.xs)(key);
}
function keyLocksItself({ changes }) {
    return (0,diff/* keyChanges */.LB)(changes).flatMap((change) => {
        if (change.after?.push !== false || change.before?.push === false)
            return [];
        const message = `\`push: false\` locks ${change.key}: afterwards, only a token that may push locked keys can change it.`;
        return [{ ...at(change), message }];
    });
}
function keyNotCreated({ desired, live }) {
    const missing = (0,model_state/* keysIn */.q7)(desired).filter((key) => !key.absent && !live.items.has((0,model_state/* keyId */.xs)(key.name)));
    return missing.flatMap((key) => {
        const isOnlyDeleted = key.rows.size > 0 && ![...key.rows.values()].some(model_state/* stands */.Ed);
        const settings = model_state/* KEY_METADATA */.Mv.filter((name) => key[name] !== undefined);
        if (!isOnlyDeleted || settings.length === 0)
            return [];
        const names = settings.map((name) => `\`${name}\``).join(' and ');
        const message = `${key.name} is not created, because all of its values are \`opp: delete\`; its ${names} ${settings.length === 1 ? 'has' : 'have'} no effect.`;
        return [{ ...at(key), message }];
    });
}
function inactiveRow({ changes, live }) {
    return (0,diff/* firstOfEachKey */.S8)(changes).flatMap((change) => {
        const inactive = (0,find_item/* find */.I6)(live, change).item?.inactive ?? 0;
        // Deleting the whole key deletes them too.
        if (inactive === 0 || (change.kind === 'key' && change.action === 'delete'))
            return [];
        const rows = inactive === 1 ? 'an inactive value' : `${inactive} inactive values`;
        const message = `${change.key} has ${rows} on the server, which no push can see or change.`;
        const hint = 'They keep the key alive. Only deleting the whole key (`opp: delete`) removes them.';
        return [{ ...at(change), message, hint }];
    });
}
function keyUsed({ changes, after, liveSource }) {
    const deleted = (0,diff/* keyChanges */.LB)(changes).filter((change) => change.action === 'delete');
    if (deleted.length === 0 || !(0,plan/* isRead */.H9)(liveSource))
        return [];
    const users = new Map();
    for (const { item, row } of (0,model_state/* rowsIn */.Nn)(after)) {
        if (item.kind === 'file')
            for (const name of (0,placeholders/* placeholdersIn */.Qf)(row.text ?? ''))
                users.set((0,model_state/* keyId */.xs)(name), item.name);
    }
    return deleted.flatMap((change) => {
        const file = users.get((0,model_state/* keyId */.xs)(change.key));
        if (file === undefined)
            return [];
        const message = `${change.key} would be deleted, but a placeholder in the file ${file} refers to it.`;
        return [{ ...at(change), message }];
    });
}

// EXTERNAL MODULE: ./lib/plan/rules/limits.js + 1 modules
var limits = __webpack_require__(1541);
// EXTERNAL MODULE: ./lib/plan/prune.js
var plan_prune = __webpack_require__(659);
;// CONCATENATED MODULE: ./lib/plan/rules/ownership.js
// Policies about items that others changed, own, or protect. The server knows nothing of them.





const OWNERSHIP_RULES = [
    {
        code: 'conflict',
        severity: 'refusal',
        advice: 'To keep the change made on the server, run `confighub-sync import --only drift`. To overwrite it, apply once with `--on-drift overwrite` (input `on-drift: overwrite`).',
        check: conflict,
    },
    {
        code: 'drift',
        severity: 'refusal',
        advice: 'To keep the change made on the server, run `confighub-sync import --only drift`. To overwrite it, apply once with `--on-drift overwrite` (input `on-drift: overwrite`).',
        check: driftFound,
    },
    {
        code: 'declared-twice',
        severity: 'refusal',
        advice: 'Declare it in only one of the two projects.',
        check: declaredTwice,
    },
    {
        code: 'other-project',
        severity: 'refusal',
        isApprovable: true,
        check: otherUnreadable,
    },
    {
        code: 'protected',
        severity: 'refusal',
        isApprovable: true,
        check: protectedItems,
    },
];
/** An item changed differently in the files and on the server is overwritten only with `onDrift: overwrite`. */
function conflict({ changes, policy: { onDrift } }) {
    if (onDrift === 'overwrite')
        return [];
    return withoutKeysOfValues(changes.filter(({ cause }) => cause === 'conflict')).map((change) => ({
        ...at(change),
        message: `${(0,plan/* nameInContext */.Y1)(change)} was changed differently in the files and on the server.`,
    }));
}
function driftFound({ drift, policy: { onDrift } }) {
    if (onDrift !== 'fail')
        return [];
    return withoutKeysOfValues(drift).map((change) => ({
        ...at(change),
        message: `${(0,plan/* nameInContext */.Y1)(change)} was ${change.cause === 'override' ? 'created' : 'changed'} on the server since the last apply.`,
    }));
}
function protectedItems({ changes, policy: { isProtected } }) {
    const deleted = withoutKeysOfValues(changes.filter(({ action }) => action === 'delete'));
    return deleted
        .filter((change) => isProtected((0,plan/* nameOf */.Vb)(change)))
        .map((change) => ({
        ...at(change),
        message: `${(0,plan/* nameInContext */.Y1)(change)} would be deleted, but \`protect\` matches it.`,
        name: (0,plan/* nameOf */.Vb)(change),
    }));
}
/** A key created or deleted with its values is covered by them. */
function withoutKeysOfValues(changes) {
    return changes.filter((change) => change.kind !== 'key' || change.action === 'update' || change.values === 0);
}
/** Two projects that declare one item would keep overwriting each other. */
function declaredTwice({ desired, others = [], target }) {
    const depth = target.levels.length;
    return others.filter(({ isCertain }) => isCertain).flatMap((other) => declaredInBoth(desired, { other, depth }));
}
function declaredInBoth(ours, { other, depth }) {
    const found = [];
    const report = (what, mine, theirs) => {
        if (isSamePlace(mine.place, theirs.place))
            return;
        const there = String(theirs.place ?? other.name);
        const message = `${what} is declared by two projects: here, and by ${other.name} at ${there}.`;
        found.push({ message, ...at(mine) });
    };
    for (const [id, item] of ours.items) {
        const theirs = other.state.items.get(id);
        if (theirs === undefined)
            continue;
        if (item.absent !== theirs.absent || !isSameMetadata(item, theirs)) {
            report(item.name, item, theirs);
            continue;
        }
        for (const [context, row] of item.rows) {
            const same = theirs.rows.get(context);
            if (same !== undefined && ((0,model_state/* stands */.Ed)(same) || (0,model_state/* stands */.Ed)(row)))
                report(`${item.name} in \`${(0,model_context/* fullContext */.NH)(row.context, depth)}\``, row, same);
        }
    }
    return found;
}
/** Two projects may include the same document. */
function isSamePlace(a, b) {
    return a !== undefined && a.offset === b?.offset && a.source.text === b.source.text;
}
function isSameMetadata(a, b) {
    return model_state/* KEY_METADATA */.Mv.every((name) => a[name] === undefined || b[name] === undefined || a[name] === b[name]);
}
/** While the files of another project have mistakes, its declarations are not fully known. */
function otherUnreadable({ changes, desired, others = [] }) {
    const broken = others.filter(({ mistake }) => mistake !== undefined);
    if (broken.length === 0 || (0,plan_prune/* prunedChanges */.Ek)(changes, { desired }).length === 0)
        return [];
    return broken.map(({ name, mistake }) => ({
        message: `The plan deletes an item that ${name} may declare: its files have mistakes (${mistake}).`,
    }));
}

// EXTERNAL MODULE: ./lib/model/server-reads.js
var server_reads = __webpack_require__(6626);
// EXTERNAL MODULE: ./lib/semantics/push-time.js
var push_time = __webpack_require__(1847);
;// CONCATENATED MODULE: ./lib/plan/rules/push.js
// Rules about a push as a whole: its size, and how it is sent (behaviour.md, sections 1, 5.4 and 16).







const PUSH_RULES = [
    {
        code: 'big-push',
        severity: 'warning',
        advice: 'Set `batch: 100` in confighub.yaml.',
        check: bigPush,
    },
    {
        code: 'big-entry',
        severity: 'warning',
        advice: 'If it is refused, try the same change with a shorter text.',
        check: bigEntry,
    },
    {
        code: 'live-incomplete',
        severity: 'warning',
        advice: 'The repository may have changed while it was read. Plan again.',
        check: liveIncomplete,
    },
    {
        code: 'context-unread',
        severity: 'warning',
        advice: 'If a later plan says this again, a key that this project does not declare has the value: correct it on the server.',
        check: contextUnread,
    },
    {
        code: 'token-refused',
        severity: 'refusal',
        advice: 'Create a new token in the web interface of the server.',
        check: tokenRefused,
    },
];
function liveIncomplete({ live, server: { counted: expected } }) {
    if (expected === undefined)
        return [];
    const found = countsOf(live);
    if (found.keys === expected.keys && found.values === expected.values)
        return [];
    const message = `The server counts ${(0,server_reads/* sizeText */.lP)(expected)}, but its export has ${(0,server_reads/* sizeText */.lP)(found)}.`;
    return [{ message }];
}
/** An apply may repair it, so what cannot be read is written; what must not be overwritten cannot be told apart there. */
function contextUnread({ server, changes, policy: { onDrift } }) {
    const { unread = [] } = server;
    if (unread.length === 0)
        return [];
    const ids = new Set(unread.map((context) => (0,model_context/* contextId */.PF)((0,model_context/* contextIn */.PO)(context))));
    const there = changes.filter((change) => change.kind !== 'key' && ids.has((0,model_context/* contextId */.PF)((0,model_context/* contextIn */.PO)(change.context))));
    const again = there.filter(({ rewritten }) => rewritten).length;
    const written = again === 0 ? '' : ` The ${(0,lib_text/* counted */.hS)(again, 'item')} applied there ${again === 1 ? 'is' : 'are'} written again.`;
    const message = `The server cannot show ${(0,lib_text/* someOf */.yU)(unread, { most: 5, noun: 'context' })} (GET /rest/pull: status 500): a Map or List value may not fit its type.${written}`;
    if (onDrift === 'overwrite' || there.length === 0)
        return [{ message }];
    const hint = `With \`onDrift: ${onDrift}\`, changes made there on the server cannot be told from what was applied. To overwrite them, apply once with \`--on-drift overwrite\` (input \`on-drift: overwrite\`).`;
    return [{ severity: 'refusal', message, hint }];
}
function tokenRefused({ server: { tokenProblem }, changes }) {
    if (tokenProblem === undefined)
        return [];
    const { message, hint } = tokenProblem;
    return [
        {
            message: `The server refuses the token, and would refuse the apply: ${message}`,
            hint,
            ...(changes.length === 0 && { severity: 'warning' }),
        },
    ];
}
/** As the server counts: inactive and duplicate rows included. */
function countsOf(live) {
    const keys = (0,model_state/* keysIn */.q7)(live);
    let values = 0;
    for (const key of keys) {
        values += key.inactive ?? 0;
        for (const { duplicates = 0 } of key.rows.values())
            values += 1 + duplicates;
    }
    return { keys: keys.length, values };
}
/** Above this size of an entry the server cannot say why it refuses it (behaviour.md, section 5.4). */
const MAX_EXPLAINED = 7500;
function bigEntry({ changes }) {
    const big = changes.filter((change) => change.kind !== 'key' && (change.after?.length ?? 0) > MAX_EXPLAINED);
    const [first] = big;
    if (first === undefined)
        return [];
    const message = `${(0,lib_text/* someOf */.yU)(big.map(plan/* nameOf */.Vb), { most: 5 })}: larger than 7.5 KB, so the server cannot give a reason if it refuses the push.`;
    return [{ ...at(first), message }];
}
/** More values than this take the real server noticeably long (behaviour.md, section 16). */
const MANY_VALUES = 1000;
function bigPush({ changes, policy: { batch } }) {
    const count = changes.filter((change) => change.kind !== 'key').length;
    if (count <= MANY_VALUES || (batch !== undefined && batch <= MANY_VALUES))
        return [];
    const { fast, slow } = (0,push_time/* expectedSeconds */.i)(count);
    const message = `${(0,lib_text/* withCommas */.rX)(count)} values and files in one atomic request: the server may take from ${(0,push_time/* duration */.p)(fast)} to ${(0,push_time/* duration */.p)(slow)}, because its time grows with the square of their number.`;
    return [
        {
            message,
            hint: 'With `batch: 100` in confighub.yaml they are sent in smaller requests, in a fraction of the time, but no longer atomically.',
        },
    ];
}

;// CONCATENATED MODULE: ./lib/plan/rules/record.js
// Rules about the record of applies. Most are checked when an apply begins.




const RECORD_RULES = [
    {
        code: 'record-unreadable',
        severity: 'refusal',
        isApprovable: true,
        advice: 'Name the commit that was last applied with `--baseline <commit>` (input `baseline`), or [approve this one plan](pull-requests.md#approve-a-refused-plan), which prunes nothing: the apply then writes a new record. `confighub-sync history --forget` deletes the record.',
        check: recordUnreadable,
    },
    {
        code: 'record-unconfirmed',
        severity: 'refusal',
        isApprovable: true,
        advice: 'Review the deletions. If they are intended, [approve this one plan](pull-requests.md#approve-a-refused-plan).',
        check: recordUnconfirmed,
    },
    {
        code: 'unfinished-only',
        severity: 'refusal',
        isApprovable: true,
        advice: 'If an item is yours to delete, declare it with `opp: delete`, or where the server cannot be read, [approve this one plan](pull-requests.md#approve-a-refused-plan).',
        check: unfinishedOnly,
    },
];
const UNREADABLE = 'Name the commit that was last applied with `--baseline <commit>` (input `baseline`). With the approval of this plan, nothing is pruned, and the apply writes a new record.';
function recordUnreadable({ applied: { problem } }) {
    return problem === undefined ? [] : [{ message: problem, hint: UNREADABLE }];
}
function recordUnconfirmed({ changes, desired, policy, applied: { unconfirmed } }) {
    if (unconfirmed === undefined || policy.prune !== 'managed')
        return [];
    const { reason, confirmed } = unconfirmed;
    const pruned = (0,plan_prune/* prunedChanges */.Ek)(changes, { desired });
    const doubtful = pruned.filter((change) => !confirmed.some((state) => (0,find_item/* isDeclaredIn */.Cw)(state, change)));
    if (doubtful.length === 0)
        return [];
    const are = doubtful.length === 1 ? 'is' : 'are';
    const what = (0,lib_text/* counted */.hS)(doubtful.length, 'deletion');
    const message = `${what} ${are} based on a record that ${reason}: it may claim items that others own.`;
    return [{ message }];
}
/** The apply may have been killed before its push: then another client made what the server has. */
function unfinishedOnly(input) {
    return (0,plan/* isRead */.H9)(input.liveSource) ? leftAlone(input) : deletedUnread(input);
}
function leftAlone(input) {
    return (0,plan_prune/* leftInDoubt */.Z9)(input).map((item) => {
        const removedFrom = input.applied.begun?.flatMap((state) => (0,find_item/* thingIn */.Og)(state, item)?.place ?? [])[0];
        return {
            severity: 'warning',
            removedFrom,
            message: `Only an apply that did not finish declared ${(0,plan/* nameInContext */.Y1)(item)}, and what the server has may be the work of others: it is left alone.`,
            hint: 'To delete it, declare it with `opp: delete`.',
        };
    });
}
function deletedUnread({ changes, desired, applied }) {
    const { baseline, begun = [] } = applied;
    const doubtful = (0,plan_prune/* prunedChanges */.Ek)(changes, { desired }).filter((change) => begun.some((state) => (0,find_item/* isDeclaredIn */.Cw)(state, change)) && !(baseline && (0,find_item/* isDeclaredIn */.Cw)(baseline, change)));
    if (doubtful.length === 0)
        return [];
    const what = (0,lib_text/* counted */.hS)(doubtful.length, 'deletion');
    const are = doubtful.length === 1 ? 'is of an item' : 'are of items';
    const message = `${what} ${are} that only an apply that did not finish declared: it may have sent nothing, and others may have made what the server has.`;
    return [{ message }];
}

// EXTERNAL MODULE: ./lib/model/targets.js
var targets = __webpack_require__(3155);
// EXTERNAL MODULE: ./lib/semantics/ciphers.js
var ciphers = __webpack_require__(2229);
;// CONCATENATED MODULE: ./lib/plan/rules/secrets.js
// Rules about items of security groups (behaviour.md, section 12).







const SECRET_RULES = [
    {
        code: 'secret-in-clear',
        severity: 'refusal',
        advice: 'Provide the password: `passwords: { <group>: { env: … } }` in confighub.yaml.',
        check: secretInClear,
    },
    {
        code: 'secret-locked',
        severity: 'refusal',
        advice: 'Use a token that carries the group.',
        check: secretLocked,
    },
    {
        code: 'secret-regroup',
        severity: 'refusal',
        advice: 'Delete the item with `opp: delete`, apply, then declare it again in the group.',
        check: secretRegroup,
    },
    {
        code: 'secret-file-bare',
        severity: 'refusal',
        advice: 'Provide the password: `passwords: { <group>: { env: … } }` in confighub.yaml.',
        check: secretFileBare,
    },
    {
        code: 'security-off',
        severity: 'warning',
        advice: 'Enable security in the repository settings first.',
        check: securityOff,
    },
    {
        code: 'secret-no-cipher',
        severity: 'warning',
        advice: 'Set a cipher for the group, or accept that its password only guards writes.',
        check: secretNoCipher,
    },
    {
        code: 'secret-map',
        severity: 'warning',
        advice: 'Declare the key as Text.',
        check: secretMap,
    },
];
function secretInClear(input) {
    return newInGroup(input).flatMap(({ change, group, isExisting }) => {
        if (isExisting || input.secrets.passwordOf(group) !== undefined)
            return [];
        const message = `${(0,plan/* nameOf */.Vb)(change)} would be put into the security group ${group}, whose password is unknown: the server would store it unencrypted.`;
        return [{ ...at(change), message, hint: passwordHint(group) }];
    });
}
/** Reads reveal which groups a token carries: the server returns items of other groups encrypted. */
function secretLocked(input) {
    if (input.liveSource === 'base')
        return [];
    const needed = ofKeysWhere(input, ({ securityGroup }) => securityGroup !== undefined).filter(needsPassword);
    return (0,diff/* firstOfEachKey */.S8)(needed).flatMap((change) => {
        const { securityGroup: group, sealed } = (0,find_item/* find */.I6)(input.live, change).item ?? {};
        if (group === undefined)
            return [];
        if (sealed) {
            const message = `${(0,plan/* nameOf */.Vb)(change)} belongs to the security group ${group}, which the token does not carry: the server returns the key encrypted, and would refuse the push.`;
            return [{ ...at(change), message }];
        }
        const message = `${(0,plan/* nameOf */.Vb)(change)} belongs to the security group ${group}: the server accepts the push only with a token that carries this group.`;
        if (!input.server.hasToken)
            return [{ ...at(change), message, hint: `Provide such a token (${(0,targets/* tokenOf */.B9)(input.target)}).` }];
        const isReadable = !change.rewritten || input.liveSource !== 'export' || input.secrets.passwordOf(group) === undefined;
        const hint = isReadable
            ? 'It is not known whether this token carries it.'
            : `The password for ${group} does not decrypt what the server has: it may be wrong.`;
        return [{ ...at(change), severity: 'warning', message, hint }];
    });
}
function secretRegroup(input) {
    return [...unconfirmedGroups(input), ...regrouped(input)];
}
/** A written value would be stored unencrypted if its key is not in the declared group. */
function unconfirmedGroups(input) {
    const ofPresumed = ofKeysWhere(input, ({ groupPresumed }) => groupPresumed === true);
    const written = (0,diff/* valueChanges */.BV)(ofPresumed).filter(({ action }) => action !== 'delete');
    return (0,diff/* firstOfEachKey */.S8)(written).map((change) => {
        return { ...at(change), ...groupUnknown(change.key, (0,find_item/* find */.I6)(input.live, change).item?.securityGroup) };
    });
}
function groupUnknown(name, group = '') {
    return {
        message: `${name} exists, but it is not known whether it is in the security group ${group}.`,
        hint: 'If it is, omit `securityGroup`: the key keeps its group.',
    };
}
function regrouped(input) {
    return newInGroup(input).flatMap(({ change, group, isExisting }) => {
        if (!isExisting || input.liveSource === 'base')
            return [];
        const name = (0,plan/* nameOf */.Vb)(change);
        if (input.liveSource !== 'export' && change.kind === 'key' && !change.before?.securityGroup)
            return [{ ...at(change), ...groupUnknown(name, group) }];
        const message = `${name} cannot be moved to the security group ${group}: the server refuses this for an item that already has a value or another group.`;
        const hint = 'Delete it (`opp: delete`) and apply, then declare it again in the group.';
        return [{ ...at(change), message, hint }];
    });
}
function secretFileBare({ changes, live, secrets: { passwordOf } }) {
    return writtenFiles(changes).flatMap((change) => {
        const group = (0,find_item/* find */.I6)(live, change).row?.securityGroup;
        if (group === undefined || passwordOf(group) !== undefined)
            return [];
        const message = `The file ${change.path} is in the security group ${group}, whose password is unknown: without it, the server accepts no content.`;
        return [{ ...at(change), message, hint: passwordHint(group) }];
    });
}
function secretMap(input) {
    const maps = (0,diff/* valueChanges */.BV)(input.changes).filter(({ action, vdt }) => action !== 'delete' && (vdt === 'Map' || vdt === 'List'));
    return (0,diff/* firstOfEachKey */.S8)(maps).flatMap((change) => {
        const group = groupAfter(input, change);
        if (group === undefined)
            return [];
        const message = `${change.key} is a ${change.vdt} in the security group ${group}: if the group has a cipher, every pull without its password fails.`;
        return [{ ...at(change), message, hint: 'Declare it as Text or JSON.' }];
    });
}
function securityOff(input) {
    const [first] = input.server.settings.securityEnabled === false ? written(input) : [];
    if (first === undefined)
        return [];
    const message = `Security is disabled in this repository: items of the security group ${first.group} are stored unencrypted.`;
    return [{ ...at(first.change), message }];
}
function secretNoCipher(input) {
    if (input.liveSource !== 'export' || input.server.settings.securityEnabled === false)
        return [];
    const clear = unencryptedGroups(input);
    if (clear.size === 0)
        return [];
    const first = new Map(written(input)
        .reverse()
        .map(({ change, group }) => [group, change]));
    return [...first].flatMap(([group, change]) => {
        if (!clear.has(group))
            return [];
        const message = `The security group ${group} has no cipher: the server returns its items unencrypted to everyone with read access.`;
        return [{ ...at(change), message, hint: 'Set a cipher for the group on the server.' }];
    });
}
function passwordHint(group) {
    return `Name the environment variable that holds it in confighub.yaml: \`passwords: { ${group}: { env: … } }\`.`;
}
/** Items that this plan puts into a group they are not in yet. */
function newInGroup({ changes, live, liveSource }) {
    const ofKeys = (0,diff/* keyChanges */.LB)(changes).flatMap((change) => {
        const group = change.after?.securityGroup;
        if (group === undefined || group === change.before?.securityGroup)
            return [];
        const before = (0,find_item/* find */.I6)(live, change).item;
        const isEmpty = !before?.rows.size && !before?.inactive && liveSource === 'export';
        return [{ change, group, isExisting: change.action === 'update' && !isEmpty }];
    });
    const ofFiles = writtenFiles(changes).flatMap((change) => {
        const { securityGroup: group } = change;
        const before = (0,find_item/* find */.I6)(live, change).row?.securityGroup;
        return group === undefined || group === before ? [] : [{ change, group, isExisting: before !== undefined }];
    });
    return [...ofKeys, ...ofFiles];
}
/** Changes of the keys that match on the server. */
function ofKeysWhere({ changes, live }, matches) {
    const names = new Set();
    for (const change of (0,diff/* firstOfEachKey */.S8)(changes)) {
        const { item } = (0,find_item/* find */.I6)(live, change);
        if (item !== undefined && matches(item))
            names.add(change.key);
    }
    return changes.filter((change) => change.kind !== 'file' && names.has(change.key));
}
/** Metadata of a secured key, and references to files, can be written without its password. */
function needsPassword(change) {
    if (change.action === 'delete')
        return true;
    return change.kind === 'value' && !(0,model_state/* isFilePath */.ig)(change.vdt);
}
/** All items in groups that the plan writes. */
function written(input) {
    return input.changes.flatMap((change) => {
        const group = change.action === 'delete' ? undefined : groupAfter(input, change);
        return group === undefined ? [] : [{ change, group }];
    });
}
function groupAfter({ after }, change) {
    return change.kind === 'file' ? change.securityGroup : after.items.get((0,model_state/* keyId */.xs)(change.key))?.securityGroup;
}
/** Groups for which the server returns text that no cipher produces, or exactly the declared text. */
function unencryptedGroups({ live, desired }) {
    const isClear = (shown, declared) => shown !== null && (!(0,ciphers/* looksSealed */.rQ)(shown) || shown === declared);
    const groups = new Set();
    for (const { id, item, context, row } of (0,model_state/* rowsIn */.Nn)(live)) {
        const group = (0,model_state/* groupOf */.F8)(item, row);
        if (group === undefined || (0,model_state/* isFilePath */.ig)(item.vdt))
            continue;
        if (isClear(row.text, (0,model_state/* rowAt */.ce)(desired, { id, context })?.text))
            groups.add(group);
    }
    return groups;
}

// EXTERNAL MODULE: ./lib/semantics/value-types.js
var value_types = __webpack_require__(6060);
;// CONCATENATED MODULE: ./lib/plan/rules/values.js
// Rules about value types and values (behaviour.md, sections 7.3, 8, 9 and 11).








const VALUE_RULES = [
    {
        code: 'vdt-not-known',
        severity: 'refusal',
        isApprovable: true,
        check: vdtNotKnown,
    },
    {
        code: 'vdt-leaves-bad-value',
        severity: 'refusal',
        advice: 'In the same change, declare a value that fits, or delete the value.',
        check: vdtLeavesBadValue,
    },
    {
        code: 'vdt-off',
        severity: 'warning',
        advice: 'Enable value types in the repository settings, or do not declare `vdt`.',
        check: vdtOff,
    },
    {
        code: 'value-type',
        severity: 'refusal',
        advice: 'Correct the value or the type.',
        check: valueType,
    },
    {
        code: 'value-normalised',
        severity: 'warning',
        advice: 'Declare it in the stored form.',
        check: valueNormalised,
    },
    {
        code: 'json-invalid',
        severity: 'warning',
        advice: 'Correct it, or declare the key as Text.',
        check: jsonInvalid,
    },
    {
        code: 'value-null',
        severity: 'warning',
        advice: 'Write `""` for an empty text, or `opp: delete` for no value.',
        check: valueNull,
    },
];
function valueType({ server: { settings }, changes }) {
    if (!settings.vdtEnabled)
        return [];
    return (0,diff/* valueChanges */.BV)(changes).flatMap((change) => {
        if (change.action === 'delete' || change.after == null)
            return [];
        const expected = (0,value_types/* valueProblem */.FQ)(change.vdt, change.after);
        if (expected === undefined)
            return [];
        const message = `The value of ${change.key} in \`${change.context}\` does not fit the key's type ${change.vdt}.`;
        return [{ ...at(change), message, hint: `Expected: ${expected}.` }];
    });
}
function vdtLeavesBadValue({ changes, after, server: { settings }, target }) {
    if (!settings.vdtEnabled)
        return [];
    return (0,diff/* keyChanges */.LB)(changes).flatMap((change) => {
        const vdt = change.after?.vdt;
        if (change.action !== 'update' || vdt === undefined || vdt === change.before?.vdt)
            return [];
        const rows = [...(after.items.get((0,model_state/* keyId */.xs)(change.key))?.rows.values() ?? [])];
        const bad = rows.filter(({ unknown, text }) => !unknown && (0,value_types/* valueProblem */.FQ)(vdt, text) !== undefined);
        if (bad.length === 0)
            return [];
        const contexts = bad
            .map(({ context }) => context)
            .sort(model_context/* compareContexts */.wn)
            .map((context) => `\`${(0,model_context/* fullContext */.NH)(context, target.levels.length)}\``)
            .join(', ');
        const message = `The type of ${change.key} becomes ${vdt}, but its value in ${contexts} does not fit that type.`;
        return [{ ...at(change), message }];
    });
}
/** Keys named one by one in a message. */
const MAX_NAMED = 50;
function vdtNotKnown(input) {
    const untyped = keysWithoutType(input);
    const [first] = untyped;
    if (first === undefined)
        return [];
    const names = (0,lib_text/* someOf */.yU)(untyped.map(({ name }) => name), { most: MAX_NAMED, noun: 'key' });
    const message = `The server does not report the types of its keys, and these keys declare no \`vdt\`: ${names}. Keys that already exist would become Text.`;
    // A key that was not applied from here is probably new.
    if (input.liveSource === 'baseline' && input.server.typesKnown)
        return [{ ...at(first), severity: 'warning', message, hint: 'Declare `vdt` for keys that others created.' }];
    return [{ ...at(first), message, hint: 'Declare `vdt` for each of them.' }];
}
/** Keys that the plan writes, and whose type is neither declared, nor read, nor recorded. */
function keysWithoutType(input) {
    const { changes, desired, live, liveSource, server } = input;
    const { typesKnown, firstOf, absentKeys } = server;
    const isKnown = (id) => absentKeys?.has(id) === true || (live.items.has(id) && ((0,plan/* isRead */.H9)(liveSource) || typesKnown));
    if (input.purpose === 'offline' || liveSource === 'export' || (!(0,plan/* isRead */.H9)(liveSource) && firstOf === 0))
        return [];
    if (typesKnown && liveSource === 'pulls')
        return [];
    const written = changes.flatMap((change) => change.kind === 'file' || change.action === 'delete' ? [] : [(0,model_state/* keyId */.xs)(change.key)]);
    return [...new Set(written)].flatMap((id) => {
        const key = desired.items.get(id);
        return key !== undefined && key.vdt === undefined && !isKnown(id) ? [key] : [];
    });
}
function vdtOff({ server: { settings }, desired, live }) {
    const typed = (0,model_state/* keysIn */.q7)(desired).find(({ vdt }) => vdt !== undefined && vdt !== 'Text');
    if (settings.vdtEnabled || typed === undefined)
        return [];
    const kept = [...desired.items].flatMap(([id, { name, vdt }]) => {
        const before = live.items.get(id)?.vdt;
        return vdt === undefined || before === undefined || before === vdt ? [] : [`${name} stays ${before}`];
    });
    const stays = kept.length === 0 ? '' : ` (${kept.slice(0, 5).join(', ')}${kept.length > 5 ? ', …' : ''})`;
    const message = `Value types are disabled in this repository: values are not checked, and the type of an existing key never changes${stays}.`;
    return [{ ...at(typed), message }];
}
function valueNormalised({ changes, desired, after }) {
    return values_written(changes).flatMap((change) => {
        if (isBlank(change.after) && after.items.get((0,model_state/* keyId */.xs)(change.key))?.securityGroup !== undefined) {
            const message = `The value of ${change.key} in \`${change.context}\` is blank; a security group with a cipher stores it as empty text.`;
            return [{ ...at(change), message, hint: 'Write `""`.' }];
        }
        const declared = (0,find_item/* find */.I6)(desired, change).row;
        if (declared === undefined || declared.unknown || declared.native || declared.text === change.after)
            return [];
        const message = `The server stores the value of ${change.key} in \`${change.context}\` in a different form.`;
        const hint = (0,plan/* holdsSecret */.hK)(change) ? undefined : `Declare it as: ${change.after}`;
        return [{ ...at(change), message, hint }];
    });
}
function jsonInvalid({ changes }) {
    return values_written(changes).flatMap((change) => {
        if (change.vdt !== 'JSON' || change.after == null || isJson(change.after))
            return [];
        const message = `The value of ${change.key} in \`${change.context}\` is not valid JSON; the server stores it anyway.`;
        return [{ ...at(change), message }];
    });
}
function valueNull({ changes, desired }) {
    return values_written(changes).flatMap((change) => {
        if (change.after !== null || (0,find_item/* find */.I6)(desired, change).row?.unknown)
            return [];
        const message = `The value of ${change.key} in \`${change.context}\` is null: files render it as the text \`null\`.`;
        return [{ ...at(change), message }];
    });
}
function isBlank(text) {
    return text != null && text !== '' && text.trim() === '';
}
function values_written(changes) {
    return (0,diff/* valueChanges */.BV)(changes).filter((change) => change.action !== 'delete');
}
function isJson(text) {
    try {
        JSON.parse(text);
        return true;
    }
    catch {
        return false;
    }
}

;// CONCATENATED MODULE: ./lib/plan/guard.js










const RULES = [
    ...KEY_RULES,
    ...VALUE_RULES,
    ...CONTEXT_RULES,
    ...FILE_RULES,
    ...SECRET_RULES,
    ...OWNERSHIP_RULES,
    ...RECORD_RULES,
    ...limits/* LIMIT_RULES */.E,
    ...PUSH_RULES,
];
function guard(input) {
    const found = (rule) => findingsOf(rule, input);
    const approvable = (0,approval/* judged */.g)(RULES.filter((rule) => rule.isApprovable).flatMap(found), input);
    const certain = RULES.filter((rule) => !rule.isApprovable).flatMap(found);
    return { ...approvable, findings: guard_inOrder([...certain, ...approvable.findings]) };
}
/** Refusals first, then in the order of the table. */
function guard_inOrder(findings) {
    const rank = new Map(RULES.map(({ code }, index) => [code, index]));
    const place = ({ severity, code }) => (severity === 'refusal' ? 0 : RULES.length) + (rank.get(code) ?? 0);
    return findings.toSorted((a, b) => place(a) - place(b));
}
function findingsOf({ code, severity, advice, isApprovable, check }, input) {
    return check(input).map((found) => {
        // Approvable findings get their hint in `judged`.
        const hint = found.hint ?? (isApprovable ? undefined : advice);
        return { severity, code, ...found, hint };
    });
}

// EXTERNAL MODULE: ./lib/plan/normalize.js
var normalize = __webpack_require__(8612);
// EXTERNAL MODULE: ./lib/plan/overrides.js
var plan_overrides = __webpack_require__(5254);
// EXTERNAL MODULE: ./lib/plan/push-batches.js
var push_batches = __webpack_require__(9854);
// EXTERNAL MODULE: ./lib/semantics/effects.js
var effects = __webpack_require__(2223);
// EXTERNAL MODULE: ./lib/semantics/resolution.js
var resolution = __webpack_require__(2811);
;// CONCATENATED MODULE: ./lib/plan/received.js
// Adds to each change what applications receive because of it, computed from all rows of its key or file.







/**
 * The same changes with their effects on what applications receive.
 *
 * The server does not tell the members of context groups, so a group counts as an element: its name stands for its
 * members. Without an export, live lacks values in undeclared contexts, and effects are not exact.
 */
function withReceived(changes, input) {
    const rowChanges = changes.filter((change) => change.kind !== 'key');
    const live = (0,collections/* grouped */.z)(liveRows(rowChanges, input), ({ item }) => item);
    const groups = (0,resolution/* indexGroups */.f2)(input.target.levels, []);
    const own = [...(0,collections/* grouped */.z)(rowChanges, find_item/* itemIdOf */.oc)].flatMap(([item, ofItem]) => effectsOfItem(ofItem, { known: live.get(item) ?? [], groups, input }));
    const secret = secretRows(own, input);
    const received = new Map(own.map(({ change, isExact, effects }) => [
        change,
        { isExact, regions: effects.map((effect) => regionOf(effect, { change, secret })) },
    ]));
    return changes.map((change) => {
        const effect = received.get(change);
        return effect === undefined ? change : { ...change, received: effect };
    });
}
/** The live rows of all items that change or have a row that changes. */
function liveRows(changes, { live, target }) {
    const items = new Set(changes.map(find_item/* itemIdOf */.oc));
    return [...items].flatMap((item) => [...(live.items.get(item)?.rows.values() ?? [])].map(({ context, text, unknown }) => ({
        item,
        context: (0,model_context/* fullContext */.NH)(context, target.levels.length),
        ...(!unknown && { text }),
    })));
}
/** The effects of all changes of one key or file; empty if there are too many contexts to compare. */
function effectsOfItem(changes, { known, groups, input }) {
    const changed = new Set(changes.map(({ context }) => (0,model_context/* contextId */.PF)(context)));
    const kept = known.filter(({ context }) => !changed.has((0,model_context/* contextId */.PF)(context)));
    const side = (name) => [...kept, ...changes.flatMap((change) => rowOf(change, name) ?? [])];
    const [before, after] = [side('before'), side('after')];
    const found = (0,effects/* effectsOf */.w)({ before, after, groups, same: isSame });
    if (found === undefined)
        return [];
    return changes.map((change) => {
        const effects = found.filter(({ before, after }) => after?.change === change || before?.change === change);
        const isExact = input.liveSource === 'export' && (effects.length > 0 || hasNoRivals([...before, ...after]));
        return { change, isExact, effects };
    });
}
/** The row of a change, with the same content as on the server or in the files. */
function rowOf(change, side) {
    const isThere = change.action === 'update' || (change.action === 'create') === (side === 'after');
    if (!isThere)
        return undefined;
    const text = change[side];
    return { item: (0,find_item/* itemIdOf */.oc)(change), context: change.context, ...(text !== undefined && { text }), change };
}
function isSame(before, after) {
    return before.text !== undefined && before.text === after.text;
}
/** Whether each level has at most one name: two names could be a group and its member. */
function hasNoRivals(rows) {
    const names = rows.flatMap(({ context }) => context
        .toLowerCase()
        .split(';')
        .flatMap((name, level) => (name === '*' ? [] : [`${level} ${name}`])));
    const levels = [...new Set(names)].map((name) => name.split(' ')[0]);
    return new Set(levels).size === levels.length;
}
/** Whether a row is not the changed one, which has marks of its own. */
function isOther(row, change) {
    return row !== undefined && row.change !== change;
}
/** Rows that must be masked: an unchanged row may be secret although the changed one is not. */
function secretRows(own, input) {
    const rows = own.flatMap(({ change, effects }) => effects.flatMap(({ before, after }) => [before, after].flatMap((row) => (isOther(row, change) ? { row, change } : []))));
    const probes = rows.map(({ row: { context, text }, change }) => {
        const content = text ?? '';
        return { ...change, action: 'update', context, before: content, after: content };
    });
    const marks = (0,annotate/* annotated */.d)(probes, input);
    return new Set(rows.flatMap(({ row, change }, i) => ((0,plan/* holdsSecret */.hK)(change) || (0,plan/* holdsSecret */.hK)(marks[i] ?? change) ? row : [])));
}
function regionOf({ contexts, before, after }, { change, secret }) {
    // The change itself has its own text, and files are too long to repeat.
    const hasText = (row) => change.kind === 'value' && isOther(row, change) && row.text !== undefined;
    const shown = (row) => ({
        context: row.context,
        ...(hasText(row) && { text: row.text ?? null }),
        ...(secret.has(row) && { secret: true }),
    });
    return { contexts, ...(before && { before: shown(before) }), ...(after && { after: shown(after) }) };
}

;// CONCATENATED MODULE: ./lib/plan/make-plan.js
// Makes a plan from states: decrypt, complete, prune, diff, find causes, annotate, guard.














function makePlan(given) {
    const compared = compareStates(given);
    const { input, read, completed, after, overrides } = compared;
    const { target, liveSource, policy, purpose } = input;
    const { prune, onDrift } = policy;
    const [changes, drift] = withEffects(compared);
    const batch = policy.batch === undefined ? {} : { batch: policy.batch };
    const elements = hasEffects(input) && { elements: (0,element_counts/* firstLevelElements */.W)([input.live, after], policy.order) };
    const notes = [...input.notes, ...[(0,push_batches/* phasesNote */.LH)({ changes, ...batch }) ?? []].flat()];
    const added = overrides.length > 0 && purpose !== 'drift' && { overrides: overrides.length };
    const unset = input.unset && { unset: input.unset };
    const plan = {
        target,
        live: liveSource,
        prune,
        onDrift,
        ...batch,
        notes,
        changes,
        ...elements,
        drift,
        ...added,
        ...unset,
    };
    // After a complete push nothing is left to report.
    if (purpose === 'check' && changes.length === 0)
        return { ...plan, converged: 0, unmanaged: 0, findings: [] };
    return {
        ...plan,
        ...(0,plan_drift/* countConverged */.x)(completed, input.live, input.applied),
        ...(0,plan_prune/* unmanaged */.Fz)(completed, { ...input, drift }),
        // Rules see live as the server returns it, to tell encrypted from plain text.
        ...(purpose === 'check' ? { findings: [] } : guard({ ...input, live: read, after, changes, drift })),
    };
}
function withEffects({ input, changes, overrides, ...compared }) {
    const theirs = input.purpose === 'drift' ? (0,annotate/* annotated */.d)([...overrides], { ...input, isTheirs: true }) : [];
    const drift = [...compared.drift, ...theirs].sort(plan/* compareChanges */.vF);
    if (!hasEffects(input))
        return [changes, drift];
    return [withReceived(changes, { ...input, isTheirs: false }), withReceived(drift, { ...input, isTheirs: true })];
}
function hasEffects({ liveSource, purpose }) {
    return (0,plan/* isRead */.H9)(liveSource) && purpose !== 'offline' && purpose !== 'check';
}
/** The changes and the drift of a plan, without its notes, counts and findings. */
function compareStates(given) {
    const read = (0,push_batches/* withRowsChosen */.GN)(given.live, given.desired);
    const live = (0,normalize/* decrypted */.J)(read, { desired: given.desired, passwordOf: given.secrets.passwordOf });
    const input = { ...given, live, applied: appliedAsTyped(given, live) };
    const completed = (0,normalize/* complete */.M)(input.desired, input.live, input.server.settings);
    const compared = settled((0,plan_prune/* keepUnmanaged */.CI)(completed, input), input);
    return { input, read, completed, ...withOverridesApart(compared, { completed, input }) };
}
/**
 * What was applied, with the types that the server has: while types are disabled, a key keeps the type that it was
 * created with, whatever the files declare (behaviour.md, section 7.3).
 */
function appliedAsTyped({ server, applied }, live) {
    const { baseline, begun } = applied;
    if (server.settings.vdtEnabled)
        return applied;
    const typed = ({ items }) => ({
        items: (0,collections/* changed */.t)(items, (item, id) => {
            const vdt = live.items.get(id)?.vdt;
            return vdt === undefined ? item : { ...item, vdt };
        }),
    });
    return {
        ...applied,
        ...(baseline && { baseline: typed(baseline) }),
        ...(begun && { begun: begun.map(typed) }),
    };
}
function settled(desired, input) {
    const { live, applied, policy } = input;
    const { baseline = applied.begun && (0,model_state/* emptyState */.p$)() } = applied;
    if (!(0,plan/* isRead */.H9)(input.liveSource) && input.purpose !== 'offline')
        return settledUnread(desired, input);
    const depth = input.target.levels.length;
    const finish = (found) => (0,annotate/* annotated */.d)(found, { ...input, isTheirs: false });
    const compare = (state) => (0,causes/* withCauses */.vR)((0,diff/* diff */.Ui)(state, live, depth), input);
    const changes = compare(desired);
    if (policy.onDrift === 'overwrite' || baseline === undefined)
        return { after: desired, changes: finish(changes), drift: [] };
    const after = (0,plan_drift/* withDriftKept */.s)(desired, { live, baseline, changes });
    const drift = (0,diff/* diffOfPlans */.TR)(after, desired, depth).map((change) => ({ ...change, cause: 'drift' }));
    return {
        after,
        changes: finish(drift.length === 0 ? changes : compare(after)),
        drift: (0,annotate/* annotated */.d)(drift, { ...input, isTheirs: true }),
    };
}
/** Finds the items that others created next to declared ones: `prune: all` deletes them. */
function withOverridesApart(compared, { completed, input }) {
    if (!hasEffects(input))
        return { ...compared, overrides: [] };
    const overrides = (0,plan_overrides/* overridesIn */.l)(completed, { ...input, depth: input.target.levels.length });
    if (input.policy.prune !== 'all')
        return { ...compared, overrides };
    return { ...compared, changes: (0,plan_overrides/* withOverrides */.S)(compared.changes, overrides), overrides: [] };
}
/** Without a read, no drift is visible; any key may have been deleted, and any new key may exist. */
function settledUnread(desired, input) {
    const { live, target } = input;
    const found = (0,causes/* withCauses */.vR)((0,diff/* diff */.Ui)(desired, live, target.levels.length), { desired: input.desired, live, applied: {} });
    // Values that others created are not seen, so `prune: all` does not delete them either.
    const prune = input.policy.prune === 'all' ? 'managed' : input.policy.prune;
    const changes = (0,annotate/* annotated */.d)(found, { ...input, policy: { ...input.policy, prune }, isTheirs: false });
    return { after: desired, changes: changes.map((change) => withDoubt(change, input)), drift: [] };
}
function withDoubt(change, { desired, live, server, policy }) {
    if (change.kind === 'file')
        return change;
    const id = (0,model_state/* keyId */.xs)(change.key);
    if (change.kind === 'value') {
        const known = live.items.get(id);
        if (known === undefined || known.push === false)
            return change;
        return { ...change, mayMakeKey: policy.forceKeyPush ? 'locked' : 'unlocked' };
    }
    // An anchor needs a context that is active on the server, which is unknown.
    const { anchor: _, ...known } = change;
    const { before, after: { deprecated, ...after } = {}, ...rest } = known;
    // A key without recorded metadata may not exist.
    const isNew = change.action === 'create' || (before !== undefined && Object.keys(before).length === 0);
    if (change.action === 'delete' || !isNew)
        return known;
    const key = desired.items.get(id);
    const values = [...(key?.rows.values() ?? [])].filter(model_state/* stands */.Ed).length;
    const created = { ...rest, action: 'create', values };
    if (server.firstOf === 0)
        return { ...created, after: { ...after, ...(deprecated !== undefined && { deprecated }) } };
    const flag = key?.deprecated === undefined ? {} : { deprecated: key.deprecated };
    return { ...created, mayExist: true, after: { ...after, ...flag } };
}


/***/ }),

/***/ 5254:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   S: () => (/* binding */ withOverrides),
/* harmony export */   l: () => (/* binding */ overridesIn)
/* harmony export */ });
/* harmony import */ var _model_context_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(402);
/* harmony import */ var _model_state_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6616);
/* harmony import */ var _semantics_resolution_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(2811);
/* harmony import */ var _find_item_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6790);
/* harmony import */ var _prune_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(659);
// Overrides: values and files that others created next to declared ones, so that some readers get them instead.





/**
 * Rows of others that no other project declares either, each as the change that created it. Only keys and paths that
 * the last apply declared count.
 *
 * @param declared as the files declare it, absent items included
 */
function overridesIn(declared, { live, applied, policy, others = [], depth }) {
    const { baseline } = applied;
    if (baseline === undefined)
        return [];
    const ours = (0,_prune_js__WEBPACK_IMPORTED_MODULE_0__/* .oursIn */ .DP)({ live, applied, others });
    const found = [];
    for (const [id, item] of declared.items) {
        const there = live.items.get(id);
        const beside = [...(there?.rows ?? [])].filter(([at]) => !item.rows.has(at));
        if (there === undefined || beside.length === 0)
            continue;
        const now = standingRows(item);
        if (now.length === 0 || standingRows(baseline.items.get(id)).length === 0)
            continue;
        for (const [at, row] of beside) {
            const change = createdChange(there, row, depth);
            if (others.some(({ state }) => (0,_find_item_js__WEBPACK_IMPORTED_MODULE_1__/* .isDeclaredIn */ .Cw)(state, change)))
                continue;
            if (policy.scope.row(there, (0,_model_context_js__WEBPACK_IMPORTED_MODULE_2__/* .contextIn */ .PO)(change.context)) && !ours(id, at))
                found.push({ ...change, cause: 'override', ...overriddenBy(change, { declared: now, depth }) });
        }
    }
    return found;
}
/** The same changes; deletes of overrides get the cause `override`. */
function withOverrides(changes, overrides) {
    const known = new Map(overrides.map((row) => [(0,_find_item_js__WEBPACK_IMPORTED_MODULE_1__/* .changeId */ .Ux)(row), row]));
    return changes.map((change) => {
        const row = known.get((0,_find_item_js__WEBPACK_IMPORTED_MODULE_1__/* .changeId */ .Ux)(change));
        return row === undefined
            ? change
            : { ...change, cause: 'override', ...(row.overrides && { overrides: row.overrides }) };
    });
}
function createdChange(item, row, depth) {
    const { vdt = 'Text' } = item;
    const name = (0,_find_item_js__WEBPACK_IMPORTED_MODULE_1__/* .rowName */ ._k)(item, (0,_model_context_js__WEBPACK_IMPORTED_MODULE_2__/* .fullContext */ .NH)(row.context, depth));
    const change = { ...name, action: 'create', after: row.text, ...(item.kind === 'key' && { vdt }) };
    return change;
}
/** The rows that a state declares for the key or path of a row. */
function standingRows(item) {
    return item === undefined || item.absent ? [] : [...item.rows.values()].filter(_model_state_js__WEBPACK_IMPORTED_MODULE_3__/* .stands */ .Ed);
}
/** The most specific declared row that covers this one: what its readers would get without it. */
function overriddenBy({ context }, { declared, depth }) {
    const groups = (0,_semantics_resolution_js__WEBPACK_IMPORTED_MODULE_4__/* .indexGroups */ .f2)(Array(depth).fill(''), []);
    const weight = (one) => (0,_semantics_resolution_js__WEBPACK_IMPORTED_MODULE_4__/* .weightOf */ .mm)((0,_model_context_js__WEBPACK_IMPORTED_MODULE_2__/* .fullContext */ .NH)(one.context, depth), groups);
    const covering = declared.filter((one) => (0,_model_context_js__WEBPACK_IMPORTED_MODULE_2__/* .covers */ .hU)((0,_model_context_js__WEBPACK_IMPORTED_MODULE_2__/* .fullContext */ .NH)(one.context, depth), context));
    const [nearest] = covering.sort((a, b) => weight(b) - weight(a));
    if (nearest === undefined)
        return {};
    const { place } = nearest;
    return { overrides: { context: (0,_model_context_js__WEBPACK_IMPORTED_MODULE_2__/* .fullContext */ .NH)(nearest.context, depth), ...(place && { place }) } };
}


/***/ }),

/***/ 659:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   CI: () => (/* binding */ keepUnmanaged),
/* harmony export */   DP: () => (/* binding */ oursIn),
/* harmony export */   Ek: () => (/* binding */ prunedChanges),
/* harmony export */   FG: () => (/* binding */ withoutItems),
/* harmony export */   Fz: () => (/* binding */ unmanaged),
/* harmony export */   Z9: () => (/* binding */ leftInDoubt)
/* harmony export */ });
/* harmony import */ var _model_context_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(402);
/* harmony import */ var _model_plan_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2774);
/* harmony import */ var _model_scope_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(997);
/* harmony import */ var _model_state_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6616);
/* harmony import */ var _causes_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4955);
/* harmony import */ var _find_item_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6790);
// Pruning: items that must stay are put into desired, so that the diff needs no options.
//
// 1. What desired declares is planned, and what it declares absent is deleted, in every mode.
// 2. What is outside the scope stays, and so does what another project declares.
// 3. Of the rest of live, `none` keeps everything, `all` nothing, and `managed` all that is not ours.
// 4. Ours is what the last apply declared or an unfinished one sent, unless another project declares it.
// 5. A key stays with its last row, read or not; a key without rows is kept or deleted as a row is.






/** Desired without what it declares absent, and with what stays of live. */
function keepUnmanaged(desired, options) {
    const { live } = options;
    const { items } = present(desired, live);
    const stays = stayingIn(options);
    for (const [id, there] of live.items) {
        const declared = desired.items.get(id);
        const left = [];
        for (const [context, row] of there.rows) {
            if (declared?.rows.has(context) || !stays.row({ id, item: there, context, row, declared }))
                continue;
            left.push([context, { ...row, kept: true }]);
        }
        if (left.length === 0 && ((0,_model_state_js__WEBPACK_IMPORTED_MODULE_3__/* .stands */ .Ed)(declared) || !stays.key(id, there, declared)))
            continue;
        const known = items.get(id);
        items.set(id, { ...(known ?? there), rows: new Map([...(known?.rows ?? []), ...left]) });
    }
    return { items };
}
/** What is to exist. Deleting rows of a missing key must not create the key. */
function present(desired, live) {
    const { items } = (0,_model_state_js__WEBPACK_IMPORTED_MODULE_3__/* .onlyRows */ .iv)(desired, ({ row }) => !row.absent);
    for (const [id, item] of items) {
        const isOnlyDeleted = item.rows.size === 0 && (desired.items.get(id)?.rows.size ?? 0) > 0 && !live.items.has(id);
        if (!(0,_model_state_js__WEBPACK_IMPORTED_MODULE_3__/* .stands */ .Ed)(item) || isOnlyDeleted)
            items.delete(id);
    }
    return { items };
}
/** What stays of live although desired does not declare it. */
function stayingIn(options) {
    const { policy, others = [] } = options;
    const { prune, scope = _model_scope_js__WEBPACK_IMPORTED_MODULE_1__/* .WHOLE_REPOSITORY */ .DH } = policy;
    const ours = oursIn(options);
    const theirs = declaredIn(others.map(({ state }) => state));
    const isKept = (id, context) => prune === 'none' || (prune === 'managed' && !ours(id, context));
    return {
        row: ({ id, item, context, row, declared }) => !scope.row(item, row.context) || (!declared?.absent && (theirs(id, context) || isKept(id, context))),
        /** Of a key that keeps no row that was read. */
        key: (id, there, declared) => {
            const isWhole = scope.whole(there);
            if (there.kind === 'file' || (declared?.absent && isWhole))
                return false;
            if (!scope.item(there) || others.some(({ state }) => isBare(state.items.get(id))))
                return true;
            // Inactive rows, and those in contexts that nobody declares, keep their key alive, as on the server.
            const hasUnread = there.elsewhere === true || (there.inactive ?? 0) > 0;
            if (hasUnread && (prune !== 'all' || !isWhole))
                return true;
            return there.rows.size === 0 && (!isWhole || isKept(id));
        },
    };
}
/** A key that is declared without rows. One with rows is covered by them. */
function isBare(item) {
    return (0,_model_state_js__WEBPACK_IMPORTED_MODULE_3__/* .stands */ .Ed)(item) && item?.rows.size === 0;
}
/** What the last apply declared and no other project declares, or an unfinished one sent. */
function oursIn(options) {
    const { live, applied = {}, liveSource, others = [] } = options;
    const { baseline, begun = [] } = applied;
    const last = declaredIn(baseline === undefined ? [] : [baseline]);
    const sent = liveSource === undefined || (0,_model_plan_js__WEBPACK_IMPORTED_MODULE_0__/* .isRead */ .H9)(liveSource) ? sentBy(begun, live) : declaredIn(begun);
    const theirs = declaredIn(others.map(({ state }) => state));
    return (id, context) => (last(id, context) || sent(id, context)) && !theirs(id, context);
}
/** An unfinished apply may have sent nothing: a row is its work only where live has exactly its text. */
function sentBy(begun, { items }) {
    return (id, context) => {
        const item = items.get(id);
        const there = context === undefined ? undefined : item?.rows.get(context);
        if (context === undefined || there === undefined || there.unknown || there.duplicates)
            return false;
        return begun.some((state) => (0,_causes_js__WEBPACK_IMPORTED_MODULE_2__/* .isSame */ .Ft)((0,_causes_js__WEBPACK_IMPORTED_MODULE_2__/* .appliedRow */ .qt)(state, { id, context }, item?.vdt), there));
    };
}
function declaredIn(states) {
    return (id, context) => states.some(({ items }) => {
        const item = items.get(id);
        return (0,_model_state_js__WEBPACK_IMPORTED_MODULE_3__/* .stands */ .Ed)(context === undefined ? item : item?.rows.get(context));
    });
}
/**
 * Deletions that no line of the files asks for: of rows, and of keys without rows. A key deleted with its rows is
 * represented by them.
 */
function prunedChanges(changes, { desired }) {
    return changes.filter((change) => {
        if (change.action !== 'delete' || (change.kind === 'key' && change.values > 0))
            return false;
        return (0,_find_item_js__WEBPACK_IMPORTED_MODULE_4__/* .thingIn */ .Og)(desired, change) === undefined && !(0,_find_item_js__WEBPACK_IMPORTED_MODULE_4__/* .find */ .I6)(desired, change).item?.absent;
    });
}
/** A state without the rows, and the keys without rows, that another state declares. */
function withoutItems(state, other) {
    const { items } = (0,_model_state_js__WEBPACK_IMPORTED_MODULE_3__/* .onlyRows */ .iv)(state, ({ id, context }) => !other.items.get(id)?.rows.has(context));
    return { items: new Map([...items].filter(([id, { rows }]) => rows.size > 0 || !other.items.has(id))) };
}
/**
 * What live has in scope and this project does not declare.
 * @param desired as declared, absent items included
 * @param input.drift items that the plan shows as drift are left out
 */
function unmanaged(desired, { drift = [], ...input }) {
    const shown = new Set(drift.map(_find_item_js__WEBPACK_IMPORTED_MODULE_4__/* .changeId */ .Ux));
    const found = input.policy.prune === 'all' ? [] : [...undeclared(desired, input)];
    const items = shown.size === 0 ? found : found.filter((name) => !shown.has((0,_find_item_js__WEBPACK_IMPORTED_MODULE_4__/* .changeId */ .Ux)(name)));
    return { unmanaged: items.length, ...(input.listUnmanaged && { unmanagedItems: items }) };
}
/**
 * What stays although an unfinished apply declared it, because others may have made it.
 * @param input.after the state after the push
 */
function leftInDoubt({ after, ...input }) {
    const { applied, others = [], policy, liveSource } = input;
    const { begun = [], baseline } = applied;
    if (begun.length === 0 || policy.prune !== 'managed' || !(0,_model_plan_js__WEBPACK_IMPORTED_MODULE_0__/* .isRead */ .H9)(liveSource))
        return [];
    const known = [...(baseline ? [baseline] : []), ...others.map(({ state }) => state)];
    return [...undeclared(input.desired, { ...input, live: after })].filter((name) => begun.some((state) => (0,_find_item_js__WEBPACK_IMPORTED_MODULE_4__/* .isDeclaredIn */ .Cw)(state, name)) && !known.some((state) => (0,_find_item_js__WEBPACK_IMPORTED_MODULE_4__/* .isDeclaredIn */ .Cw)(state, name)));
}
function* undeclared(desired, { live, target, policy, ...input }) {
    // Formerly declared items are about to be deleted, unless nothing is pruned.
    const { prune, scope } = policy;
    const ours = oursIn({ live, ...(prune !== 'none' && input) });
    for (const [id, item] of live.items) {
        const declared = desired.items.get(id);
        if (item.rows.size === 0 && declared === undefined && !ours(id) && scope.item(item))
            yield { kind: 'key', key: item.name };
        for (const [context, row] of item.rows) {
            if (declared?.absent || declared?.rows.has(context) || ours(id, context))
                continue;
            if (scope.row(item, row.context))
                yield (0,_find_item_js__WEBPACK_IMPORTED_MODULE_4__/* .rowName */ ._k)(item, (0,_model_context_js__WEBPACK_IMPORTED_MODULE_5__/* .fullContext */ .NH)(row.context, target.levels.length));
        }
    }
}


/***/ }),

/***/ 9854:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   GN: () => (/* binding */ withRowsChosen),
/* harmony export */   I$: () => (/* binding */ phasesOf),
/* harmony export */   LH: () => (/* binding */ phasesNote)
/* harmony export */ });
/* unused harmony export batchesOf */
/* harmony import */ var _lib_collections_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(4390);
/* harmony import */ var _lib_text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5924);
/* harmony import */ var _model_state_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6616);
/* harmony import */ var _semantics_placeholders_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1799);
/* harmony import */ var _semantics_value_types_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6060);
/* harmony import */ var _diff_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6840);
/* harmony import */ var _find_item_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(6790);
// Splits a plan into pushes: surplus rows first, new keys before files that refer to them, then batches.







/** Of several rows of a value (behaviour.md, section 17), chooses the one equal to the declared value, or else the first in order. */
function withRowsChosen(live, desired) {
    return (0,_model_state_js__WEBPACK_IMPORTED_MODULE_4__/* .withRows */ .Qx)(live, (row, { id, context, item }) => {
        const { texts } = row;
        if (texts === undefined)
            return row;
        const declared = desired.items.get(id);
        const wanted = declared?.rows.get(context);
        const text = wanted && (0,_semantics_value_types_js__WEBPACK_IMPORTED_MODULE_2__/* .storedText */ .VS)(declared?.vdt ?? item.vdt ?? 'Text', wanted.text);
        if (text !== undefined && texts.includes(text))
            return { ...row, text };
        const [first = row.text] = [...texts].sort();
        return { ...row, text: first };
    });
}
/**
 * A delete removes an arbitrary row of a context, and writes are refused until one row is left (behaviour.md, section
 * 17). So each push before the plan's own deletes one surplus row of each value. Deleting a whole key needs none of this.
 */
function surplusPhases(changes) {
    const deletedKeys = (0,_diff_js__WEBPACK_IMPORTED_MODULE_3__/* .keyChanges */ .LB)(changes).filter(({ action, whole }) => action === 'delete' && whole);
    const whole = new Set(deletedKeys.map(({ key }) => (0,_model_state_js__WEBPACK_IMPORTED_MODULE_4__/* .keyId */ .xs)(key)));
    const doubled = (0,_diff_js__WEBPACK_IMPORTED_MODULE_3__/* .valueChanges */ .BV)(changes).filter(({ key, surplus = 0 }) => surplus > 0 && !whole.has((0,_model_state_js__WEBPACK_IMPORTED_MODULE_4__/* .keyId */ .xs)(key)));
    const rounds = doubled.reduce((most, { surplus = 0 }) => Math.max(most, surplus), 0);
    return Array.from({ length: rounds }, (_, round) => doubled
        .filter(({ surplus = 0 }) => surplus > round)
        .map(({ after: _after, ...one }) => ({ ...one, action: 'delete' })));
}
/** New keys that must exist before the files that refer to them (behaviour.md, sections 11 and 18.13). */
function neededKeys(changes) {
    const named = new Set();
    for (const change of (0,_diff_js__WEBPACK_IMPORTED_MODULE_3__/* .fileChanges */ .C8)(changes)) {
        for (const name of (0,_semantics_placeholders_js__WEBPACK_IMPORTED_MODULE_1__/* .placeholdersIn */ .Qf)(change.after ?? ''))
            named.add((0,_model_state_js__WEBPACK_IMPORTED_MODULE_4__/* .keyId */ .xs)(name));
    }
    const created = (0,_diff_js__WEBPACK_IMPORTED_MODULE_3__/* .keyChanges */ .LB)(changes).filter(({ action, key }) => action === 'create' && named.has((0,_model_state_js__WEBPACK_IMPORTED_MODULE_4__/* .keyId */ .xs)(key)));
    return new Set(created.map(({ key }) => (0,_model_state_js__WEBPACK_IMPORTED_MODULE_4__/* .keyId */ .xs)(key)));
}
function pointsAtFile(change) {
    return change.kind === 'value' && (0,_model_state_js__WEBPACK_IMPORTED_MODULE_4__/* .isFilePath */ .ig)(change.vdt);
}
/** New files that values of these keys point to and that refer to none of the keys: they can come first. */
function targetFiles(changes, needed) {
    const pointing = changes.filter(pointsAtFile).filter(({ key }) => needed.has((0,_model_state_js__WEBPACK_IMPORTED_MODULE_4__/* .keyId */ .xs)(key)));
    const paths = new Set(pointing.map(({ after }) => after));
    const created = (0,_diff_js__WEBPACK_IMPORTED_MODULE_3__/* .fileChanges */ .C8)(changes).filter(({ action, path }) => action === 'create' && paths.has(path));
    return new Set(created.filter(({ after }) => !(0,_semantics_placeholders_js__WEBPACK_IMPORTED_MODULE_1__/* .placeholdersIn */ .Qf)(after ?? '').some((name) => needed.has((0,_model_state_js__WEBPACK_IMPORTED_MODULE_4__/* .keyId */ .xs)(name)))));
}
/** The changes of a plan, grouped into consecutive pushes. */
function phasesOf({ changes, batch }) {
    const phases = [...surplusPhases(changes), ...orderedPhases(changes)];
    return batch === undefined ? phases : phases.flatMap((phase) => batchesOf(phase, batch));
}
/** A sentence for the plan if it takes more than one push. */
function phasesNote(plan) {
    const { length } = phasesOf(plan);
    if (length < 2)
        return undefined;
    const surplus = surplusPhases(plan.changes).length > 0;
    const order = orderedPhases(plan.changes).length > 1;
    const ordered = 'first the new keys that placeholders in files refer to, then the rest';
    const batched = 'first what is created and updated, then what is deleted';
    const why = [
        ...(surplus ? ['first deletes that leave one row of each value that the server stores more than once'] : []),
        ...(order ? [`${surplus ? 'then ' : ''}${ordered}; the server accepts them only in this order`] : []),
        ...(order || (surplus && plan.batch === undefined) ? [] : [batched]),
        ...(surplus && !order && plan.batch === undefined ? ['then the rest'] : []),
    ].join(', ');
    const size = plan.batch === undefined ? '' : ` of up to ${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .counted */ .hS)(plan.batch, 'value')} each, so not atomic`;
    return `${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .withCommas */ .rX)(length)} pushes${size}: ${why}.`;
}
/**
 * The server processes files before keys, so a file that refers to a new key must be pushed after that key (behaviour.md,
 * section 18.13). Each push leaves the repository in a consistent state.
 */
function orderedPhases(changes) {
    const needed = neededKeys(changes);
    if (needed.size === 0)
        return [changes];
    const files = targetFiles(changes, needed);
    const later = pointingLater(changes, { needed, files });
    const isFirst = (change) => change.kind === 'file' ? files.has(change) : needed.has((0,_model_state_js__WEBPACK_IMPORTED_MODULE_4__/* .keyId */ .xs)(change.key)) && !later.has(change);
    const split = changes.filter((change) => change.kind === 'key' && isLockedLater(change, later));
    return [
        changes.filter(isFirst).map((change) => (split.includes(change) ? unlocked(change) : change)),
        [...changes.filter((change) => !isFirst(change)), ...split.map(locked)],
    ];
}
/**
 * Values of the needed keys that point to a new file which itself refers to needed keys: the file must wait for the key,
 * and the value for the file.
 */
function pointingLater(changes, { needed, files }) {
    const early = new Set([...files].map(({ path }) => path));
    const created = (0,_diff_js__WEBPACK_IMPORTED_MODULE_3__/* .fileChanges */ .C8)(changes).filter(({ action }) => action === 'create');
    const waiting = new Set(created.map(({ path }) => path).filter((path) => !early.has(path)));
    return new Set(changes.filter(pointsAtFile).filter(({ key, after }) => needed.has((0,_model_state_js__WEBPACK_IMPORTED_MODULE_4__/* .keyId */ .xs)(key)) && waiting.has(after ?? '')));
}
/** A key that is created locked would refuse later values. */
function isLockedLater(own, later) {
    const isOfKey = (change) => change.kind === 'value' && (0,_model_state_js__WEBPACK_IMPORTED_MODULE_4__/* .keyId */ .xs)(change.key) === (0,_model_state_js__WEBPACK_IMPORTED_MODULE_4__/* .keyId */ .xs)(own.key);
    return own.after?.push === false && [...later].some(isOfKey);
}
function unlocked(change) {
    return change.kind === 'key' ? { ...change, after: { ...change.after, push: true } } : change;
}
function locked(change) {
    if (change.kind !== 'key')
        return change;
    return { ...change, action: 'update', before: { ...change.after, push: true } };
}
/**
 * Groups of at most `size` values and files. All changes of one key stay together. Creates and updates come before
 * deletes, and files before keys, so that every group is valid on its own: a file exists before the key that points to
 * it, and a placeholder is removed before its key.
 */
function batchesOf(changes, size) {
    const batches = [];
    let room = 0;
    for (const group of [...groupsOf(changes)].sort((a, b) => rank(a) - rank(b))) {
        const weight = weightOf(group);
        const last = batches.at(-1);
        if (last === undefined || weight > room) {
            batches.push([...group]);
            room = size - weight;
        }
        else {
            last.push(...group);
            room -= weight;
        }
    }
    return batches;
}
/** The number of values and files, which determines the server's time. */
function weightOf(changes) {
    return Math.max(1, changes.filter((change) => change.kind !== 'key').length);
}
function groupsOf(changes) {
    return (0,_lib_collections_js__WEBPACK_IMPORTED_MODULE_5__/* .grouped */ .z)(changes, (change) => (change.kind === 'file' ? (0,_find_item_js__WEBPACK_IMPORTED_MODULE_6__/* .changeId */ .Ux)(change) : (0,_find_item_js__WEBPACK_IMPORTED_MODULE_6__/* .itemIdOf */ .oc)(change))).values();
}
function rank(group) {
    const isDeletion = group.every((change) => change.action === 'delete');
    return (isDeletion ? 2 : 0) + (group[0]?.kind === 'file' ? 0 : 1);
}


/***/ }),

/***/ 1541:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  E: () => (/* binding */ LIMIT_RULES),
  J: () => (/* binding */ vanished)
});

// EXTERNAL MODULE: ./lib/lib/text.js
var lib_text = __webpack_require__(5924);
// EXTERNAL MODULE: ./lib/model/context.js
var model_context = __webpack_require__(402);
// EXTERNAL MODULE: ./lib/model/plan.js
var plan = __webpack_require__(2774);
// EXTERNAL MODULE: ./lib/model/project.js
var project = __webpack_require__(7404);
// EXTERNAL MODULE: ./lib/model/scope.js
var scope = __webpack_require__(997);
// EXTERNAL MODULE: ./lib/model/state.js
var state = __webpack_require__(6616);
// EXTERNAL MODULE: ./lib/plan/approval.js
var approval = __webpack_require__(5580);
// EXTERNAL MODULE: ./lib/plan/find-item.js
var find_item = __webpack_require__(6790);
// EXTERNAL MODULE: ./lib/plan/prune.js
var prune = __webpack_require__(659);
;// CONCATENATED MODULE: ./lib/plan/existing-items.js
// Counts the live items of this project, and how many of them a plan updates or deletes: shares are measured by it.




/** Counts items that the files or the last apply declare, or that the plan changes. Other live items do not count. */
function existing(input) {
    const found = { all: noItems(), keys: noItems(), files: noItems(), contexts: new Map() };
    for (const { kind, context, action } of itemsOf(input)) {
        const tallies = [found.all, found[kind]];
        if (context !== undefined) {
            const name = (0,model_context/* fullContext */.NH)(context, input.target.levels.length);
            const tally = found.contexts.get(name) ?? noItems();
            found.contexts.set(name, tally);
            tallies.push(tally);
        }
        for (const tally of tallies) {
            tally.items++;
            if (action !== undefined)
                tally[action]++;
        }
    }
    return found;
}
function noItems() {
    return { items: 0, update: 0, delete: 0 };
}
function* itemsOf({ live, desired, changes, ...input }) {
    const ours = (0,prune/* oursIn */.DP)({ ...input, live });
    const actions = actionsIn(changes);
    for (const [id, item] of live.items) {
        const kind = kindOf(item);
        const declared = desired.items.get(id);
        for (const [at, { context }] of item.rows) {
            const action = actions.get(addressText({ id, context: at }));
            if (action !== undefined || declared?.rows.has(at) || ours(id, at))
                yield { kind, context, action };
        }
        const action = actions.get(addressText({ id, context: '' }));
        const isOurs = item.rows.size === 0 && (declared !== undefined || ours(id));
        if (action !== undefined || isOurs)
            yield { kind, action };
    }
    for (const change of changes.filter(isBroughtBack)) {
        const context = 'context' in change ? { context: (0,model_context/* contextIn */.PO)(change.context) } : {};
        yield { kind: kindOf(change), ...context, action: 'update' };
    }
}
function kindOf({ kind }) {
    return kind === 'file' ? 'files' : 'keys';
}
/** By address of the updated or deleted item or row. */
function actionsIn(changes) {
    const actions = new Map();
    for (const change of changes) {
        if ((0,plan/* isCounted */.he)(change) && change.action !== 'create')
            actions.set(addressText((0,find_item/* addressIn */._Q)(change)), change.action);
    }
    return actions;
}
function addressText({ id, context }) {
    return `${id}\0${context}`;
}
/** Whether the plan restores an item that was deleted on the server. */
function isBroughtBack(change) {
    return change.action === 'create' && (0,plan/* isCounted */.he)(change) && change.cause === 'drift';
}

;// CONCATENATED MODULE: ./lib/plan/rules/limits.js
// Limits on what one plan may do. Each refusal can be approved, for one plan at a time.









/** What all rules of the group are. */
const LIMIT = { severity: 'refusal', isApprovable: true };
const LIMIT_RULES = [
    {
        code: 'max-deletes',
        ...LIMIT,
        check: maxDeletes,
    },
    {
        code: 'max-updates',
        ...LIMIT,
        check: maxUpdates,
    },
    {
        code: 'share-of-deletes',
        ...LIMIT,
        check: (input) => overShare(input, { limit: 'deletes', action: 'delete' }),
    },
    {
        code: 'share-of-updates',
        ...LIMIT,
        check: (input) => overShare(input, { limit: 'updates', action: 'update' }),
    },
    {
        code: 'all-deleted',
        ...LIMIT,
        check: allDeleted,
    },
    {
        code: 'first-apply',
        ...LIMIT,
        check: firstApply,
    },
    {
        code: 'live-vanished',
        ...LIMIT,
        check: liveVanished,
    },
    {
        code: 'force-of-another',
        ...LIMIT,
        check: otherPlan,
    },
];
function maxDeletes({ changes, policy: { limits } }) {
    const { delete: count } = (0,plan/* countChanges */.xS)(changes);
    if (count <= limits.maxDeletes)
        return [];
    const message = `The plan deletes ${(0,lib_text/* counted */.hS)(count, 'item')}, more than the limit of ${(0,lib_text/* withCommas */.rX)(limits.maxDeletes)} (maxDeletes).`;
    return [{ message }];
}
/** Restoring an item that was deleted on the server counts as an update. */
function maxUpdates({ changes, policy: { limits } }) {
    const count = (0,plan/* countChanges */.xS)(changes).update + changes.filter(isBroughtBack).length;
    if (count <= limits.maxUpdates)
        return [];
    const message = `The plan updates ${(0,lib_text/* counted */.hS)(count, 'item')}, more than the limit of ${(0,lib_text/* withCommas */.rX)(limits.maxUpdates)} (maxUpdates).`;
    return [{ message }];
}
/** Contexts named one by one. */
const MAX_CONTEXTS = 5;
function overShare(input, { limit, action }) {
    const { changes, liveSource, policy } = input;
    const { limits } = policy;
    const isTouched = (0,plan/* countChanges */.xS)(changes)[action] > 0 || (action === 'update' && changes.some(isBroughtBack));
    if (!isTouched || liveSource === 'none')
        return [];
    const { all, contexts } = existing(input);
    const isOver = ({ items, [action]: count }) => items >= limits.existing && count * 100 > limits[limit] * items;
    const sizeOf = ({ items, [action]: count }) => {
        const share = shareText(count, { items, limit: limits[limit] });
        return `${limit} ${(0,lib_text/* withCommas */.rX)(count)} of ${(0,lib_text/* counted */.hS)(items, 'item')}, ${share}, more than the limit of ${(0,project/* limitText */.PW)(limit, limits[limit])} (${limit})`;
    };
    // If one context has all items, it is the repository.
    const over = [...contexts]
        .filter(([, some]) => some.items < all.items && isOver(some))
        .sort(([a], [b]) => (0,model_context/* compareContexts */.wn)(a, b));
    const rest = over.length - MAX_CONTEXTS;
    return [
        ...(isOver(all) ? [{ message: `The plan ${sizeOf(all)}.` }] : []),
        ...over.slice(0, MAX_CONTEXTS).map(([context, some], index) => {
            const more = rest > 0 && index === MAX_CONTEXTS - 1 ? ` The same applies to ${(0,lib_text/* counted */.hS)(rest, 'more context')}.` : '';
            return { message: `In \`${context}\`, the plan ${sizeOf(some)}.${more}` };
        }),
    ];
}
/** Deleting a single item is visible enough; `protect` guards those that must stay. */
const MIN_ALL = 2;
/** A whole number. A share over the limit never reads as the limit, and only all items as 100%. */
function shareText(count, { items, limit }) {
    const percent = Math.max(Math.floor((count * 100) / items), Math.floor(limit) + 1);
    return percent >= 100 && count < items ? 'over 99%' : `${percent}%`;
}
const KINDS = { keys: 'keys and values', files: 'files' };
function allDeleted(input) {
    if ((0,plan/* countChanges */.xS)(input.changes).delete === 0 || input.liveSource === 'none')
        return [];
    const found = existing(input);
    return ['keys', 'files'].flatMap((kind) => {
        const { items, delete: deleted } = found[kind];
        if (items < MIN_ALL || deleted < items)
            return [];
        const message = `The plan deletes all ${KINDS[kind]} on the server that belong to this project (${(0,lib_text/* counted */.hS)(items, 'item')}).`;
        return [{ message }];
    });
}
/** Not for an empty repository, nor after an import that leaves nothing to change. */
function firstApply(input) {
    const { firstOf } = input.server;
    if (firstOf === undefined || !input.changes.some(plan/* isCounted */.he))
        return [];
    if (!(0,plan/* isRead */.H9)(input.liveSource))
        return firstUnread(firstOf);
    const { update, delete: deleted } = (0,plan/* countChanges */.xS)(input.changes);
    const others = othersIn(input);
    if (others + update + deleted === 0)
        return [];
    const parts = [
        ...(others > 0 ? [(0,lib_text/* counted */.hS)(others, 'unmanaged item')] : []),
        ...(update > 0 ? [`${(0,lib_text/* counted */.hS)(update, 'item')} that this plan updates`] : []),
        ...(deleted > 0 ? [`${(0,lib_text/* counted */.hS)(deleted, 'item')} that this plan deletes`] : []),
    ];
    const message = `This is the first apply of this project, and the repository is not empty: it has ${parts.join(', ')}.`;
    return [{ message, hint: 'Check that it is the right repository; `import` writes its content to files.' }];
}
function firstUnread(keys) {
    if (keys === 0)
        return [];
    const holds = keys === 'unknown'
        ? 'the server does not report what the repository contains'
        : `the repository has ${(0,lib_text/* counted */.hS)(keys, 'key')} that cannot be read`;
    const message = `No earlier apply of this project is known, and ${holds}: this plan may overwrite the work of others.`;
    return [{ message, hint: 'Check that it is the right repository.' }];
}
/** If live is incomplete, the server's own count of keys shows whether there is more. */
function othersIn(input) {
    const { live, liveSource, server, policy } = input;
    const { firstOf } = server;
    const known = (0,prune/* unmanaged */.Fz)(input.desired, { ...input, policy: { ...policy, prune: 'managed' } }).unmanaged;
    if (liveSource === 'export' || policy.scope !== scope/* WHOLE_REPOSITORY */.DH || typeof firstOf !== 'number')
        return known;
    return Math.max(known, firstOf - (0,state/* keysIn */.q7)(live).length);
}
/**
 * Many missing items are data loss rather than drift: more than the share `limits.deletes`, counted from
 * `limits.existing` items on, or all items of the repository.
 */
function liveVanished(input) {
    const { applied, live, liveSource, policy, changes, drift } = input;
    const { baseline } = applied;
    const { limits } = policy;
    if (baseline === undefined || !(0,plan/* isRead */.H9)(liveSource) || changes.length + drift.length === 0)
        return [];
    const { items, gone } = vanished(baseline, live);
    const isEmpty = items > 0 && live.items.size === 0;
    const isMost = items >= limits.existing && gone * 100 > limits.deletes * items;
    if (!isEmpty && !isMost)
        return [];
    const message = isEmpty
        ? `The repository is empty, but this project applied ${(0,lib_text/* counted */.hS)(items, 'item')} to it. This may be another server, or one that lost its data (\`serve\` without \`--data\`).`
        : `${(0,lib_text/* withCommas */.rX)(gone)} of the ${(0,lib_text/* counted */.hS)(items, 'item')} that this project last applied are missing on the server. This may be another server, or a restored backup.`;
    return [{ message, hint: 'Check that it is the right server, with its data.' }];
}
/** How many values and files were applied, and how many of them are missing from live. */
function vanished(baseline, live) {
    let [items, gone] = [0, 0];
    for (const { id, context, item, row } of (0,state/* rowsIn */.Nn)(baseline)) {
        if (!(0,state/* stands */.Ed)(item) || !(0,state/* stands */.Ed)(row))
            continue;
        items++;
        if ((0,state/* rowAt */.ce)(live, { id, context }) === undefined)
            gone++;
    }
    return { items, gone };
}
function otherPlan(input) {
    if (input.purpose === 'offline' || input.changes.length === 0 || !(0,approval/* isOfAnother */.T)(input))
        return [];
    const message = `\`force: ${input.force?.digest}\` approves a different plan: the files or the server have changed since, or it is for another repository.`;
    return [{ message, hint: 'Review this plan.' }];
}


/***/ }),

/***/ 4067:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   aV: () => (/* binding */ infoText),
/* harmony export */   aw: () => (/* binding */ sourceTable),
/* harmony export */   f1: () => (/* binding */ historyTable),
/* harmony export */   mU: () => (/* binding */ infoMembers)
/* harmony export */ });
/* harmony import */ var _lib_text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5924);
/* harmony import */ var _model_apply_entry_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(9932);
/* harmony import */ var _model_server_reads_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6626);
/* harmony import */ var _model_targets_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(3155);
/* harmony import */ var _describe_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1786);
/* harmony import */ var _plain_table_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(509);
/* harmony import */ var _printable_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1543);
// Tables for a terminal, and the same data as JSON: repositories, files of sources, applies.







/** The repositories of a server, and in one line the reads that it offers for one of them. */
function infoText({ repositories, target, missing = [] }, width = _printable_js__WEBPACK_IMPORTED_MODULE_4__/* .DEFAULT_WIDTH */ .jz) {
    const table = repositories === undefined ? 'This server does not list its repositories.\n' : repositoryTable(repositories, width);
    if (target === undefined)
        return table;
    const offered = _model_server_reads_js__WEBPACK_IMPORTED_MODULE_1__/* .READS */ .yT.filter((read) => !missing.some((one) => one.read === read));
    const line = [
        `Reads of ${(0,_model_targets_js__WEBPACK_IMPORTED_MODULE_5__/* .repositoryText */ .g_)(target.repository)}: ${offered.join(', ') || 'none'}.`,
        ...(missing.length === 0
            ? []
            : [`Not offered: ${missing.map(({ read, reason }) => `${read} (${reason})`).join(', ')}.`]),
    ];
    return `${table}\n${(0,_plain_table_js__WEBPACK_IMPORTED_MODULE_3__/* .wrapped */ .k)((0,_printable_js__WEBPACK_IMPORTED_MODULE_4__/* .printable */ .g$)(line.join(' ')), width).join('\n')}\n`;
}
function infoMembers({ repositories, target, missing = [] }) {
    if (target === undefined)
        return { repositories };
    const reads = _model_server_reads_js__WEBPACK_IMPORTED_MODULE_1__/* .READS */ .yT.map((read) => {
        const reason = missing.find((one) => one.read === read)?.reason;
        return [read, reason === undefined ? { offered: true } : { offered: false, reason }];
    });
    return { repositories, target: { url: target.url, ...target.repository }, reads: Object.fromEntries(reads) };
}
function repositoryTable(repositories, width) {
    if (repositories.length === 0)
        return 'This server has no repositories.\n';
    return (0,_plain_table_js__WEBPACK_IMPORTED_MODULE_3__/* .plainTable */ .$)([
        { head: 'repository' },
        { head: 'context levels' },
        { head: 'keys', isNumber: true },
        { head: 'values', isNumber: true },
        { head: 'settings' },
        { head: 'description' },
    ], repositories.map(({ account, name, levels, keyCount, valueCount, description, ...settings }) => [
        `${account}/${name}`,
        levels.join(';'),
        String(keyCount ?? ''),
        String(valueCount ?? ''),
        settingsText(settings),
        description,
    ]), width);
}
function settingsText(settings) {
    const { isPrivate, vdtEnabled, securityEnabled } = settings;
    return [isPrivate && 'private', vdtEnabled && 'value types', securityEnabled && 'security groups']
        .filter(Boolean)
        .join(', ');
}
/** How the files of sources are read, and how much there is in all. */
function sourceTable({ files, keys, levels }, width = _printable_js__WEBPACK_IMPORTED_MODULE_4__/* .DEFAULT_WIDTH */ .jz) {
    if (files.length === 0)
        return '';
    const rows = files.map(({ path, contexts, values }) => [path, contexts.join(', ') || 'nothing', String(values)]);
    const table = (0,_plain_table_js__WEBPACK_IMPORTED_MODULE_3__/* .plainTable */ .$)([{ head: 'file' }, { head: 'context' }, { head: 'values', isNumber: true }], rows, width);
    const total = files.reduce((sum, { values }) => sum + values, 0);
    const counts = `${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .counted */ .hS)(files.length, 'file')} with ${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .counted */ .hS)(total, 'value')} of ${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .counted */ .hS)(keys, 'key')}.`;
    return `${[table, ...levels.flatMap(levelLine), counts].join('\n')}\n`;
}
/** `Environment: Production (prod in the paths), Test, qa (not on the server yet)`. */
function levelLine({ name, elements }) {
    const names = elements.map(({ name: element, inPaths, isNew }) => {
        if (inPaths !== undefined)
            return `${element} (${inPaths} in the paths)`;
        return isNew ? `${element} (not on the server yet)` : element;
    });
    return names.length === 0 ? [] : [(0,_printable_js__WEBPACK_IMPORTED_MODULE_4__/* .printable */ .g$)(`${name}: ${names.join(', ')}`)];
}
const HISTORY = [
    { head: 'time', isWhole: true },
    { head: 'commit' },
    { head: 'actor' },
    { head: 'created', short: _describe_js__WEBPACK_IMPORTED_MODULE_2__/* .SYMBOLS */ .Am.create, isNumber: true },
    { head: 'updated', short: _describe_js__WEBPACK_IMPORTED_MODULE_2__/* .SYMBOLS */ .Am.update, isNumber: true },
    { head: 'deleted', short: _describe_js__WEBPACK_IMPORTED_MODULE_2__/* .SYMBOLS */ .Am.delete, isNumber: true },
    // A URL.
    { head: 'run', isWhole: true },
];
function historyTable(entries, width = _printable_js__WEBPACK_IMPORTED_MODULE_4__/* .DEFAULT_WIDTH */ .jz) {
    if (entries.length === 0)
        return 'No applies are recorded.\n';
    return (0,_plain_table_js__WEBPACK_IMPORTED_MODULE_3__/* .plainTable */ .$)(HISTORY, entries.map(({ time, commit, unfinished, actor, run, counts, approved, tookOver = [] }) => [
        (0,_model_apply_entry_js__WEBPACK_IMPORTED_MODULE_6__/* .shownTime */ .h5)(time),
        commit === undefined ? '' : (0,_model_apply_entry_js__WEBPACK_IMPORTED_MODULE_6__/* .shortCommit */ .Ax)(commit),
        [
            actor,
            unfinished && 'not finished',
            approved && `approved by ${approved.by ?? 'unknown'}`,
            ...tookOver.map(tookOverText),
        ]
            .filter(Boolean)
            .join(', '),
        String(counts?.create ?? ''),
        String(counts?.update ?? ''),
        String(counts?.delete ?? ''),
        run ?? '',
    ]), width);
}
/** `took over 0123456789 of ada`: an apply that did not finish. */
function tookOverText({ commit, actor }) {
    return `took over ${commit === undefined ? 'an apply' : (0,_model_apply_entry_js__WEBPACK_IMPORTED_MODULE_6__/* .shortCommit */ .Ax)(commit)}${actor === undefined ? '' : ` of ${actor}`}`;
}


/***/ }),

/***/ 1847:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   i: () => (/* binding */ expectedSeconds),
/* harmony export */   p: () => (/* binding */ duration)
/* harmony export */ });
// How long a push takes a real server: its time grows with the square of what one request touches (behaviour.md, section 16).
/** Measured: 310 seconds for 10,000 new values in one request on an idle server. */
const SECONDS_PER_SQUARE = 310 / 10_000 ** 2;
/** Measured on other servers and pushes: 3,000 new values took 61 seconds instead of 28. */
const SLOWER = 2.2;
/** Measured once for 1,200 values: the time depends on more than their number. */
const SLOW_AT_LEAST = 65;
/** Expected seconds, rounded up, for a request with `count` values and files, on a fast and a slow server. */
function expectedSeconds(count) {
    const fast = count ** 2 * SECONDS_PER_SQUARE;
    return { fast: Math.ceil(fast), slow: Math.ceil(Math.max(SLOW_AT_LEAST, SLOWER * fast)) };
}
/** `25 seconds`, `6 minutes`. */
function duration(seconds) {
    return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}


/***/ })

};
