export const id = 941;
export const ids = [941,583];
export const modules = {

/***/ 2659:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   BM: () => (/* binding */ removeApplying),
/* harmony export */   ZJ: () => (/* binding */ declareDead),
/* harmony export */   cC: () => (/* binding */ deadCommit),
/* harmony export */   eV: () => (/* binding */ markOver),
/* harmony export */   iP: () => (/* binding */ announce),
/* harmony export */   ne: () => (/* binding */ withdraw)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var _commit_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5022);
/* harmony import */ var _announcement_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8260);
/* harmony import */ var _git_answer_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7850);
/* harmony import */ var _message_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(5356);
/* harmony import */ var _ref_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5126);
/* harmony import */ var _refs_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7469);
/* harmony import */ var _snapshot_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(9985);
// The announcement of an apply: lock, intent, and test of the permission to write refs, in one commit. [edge]








/** Creates `applying`, only if nobody has, or takes over the dead one that was seen. Throws GitError. */
async function announce(repository, request) {
    const where = repository.origin ? 'origin' : 'local';
    const held = await prepared(repository, { ...request, where });
    const { ref, commit, dead } = held;
    const moved = await (0,_refs_js__WEBPACK_IMPORTED_MODULE_5__/* .moveRefs */ .Y)(repository, { where, moves: [{ ref, commit, expected: dead?.commit }] });
    if (moved.outcome === 'conflict')
        return { outcome: 'running', commit: moved.values.get(ref), where };
    if (moved.outcome !== 'moved')
        return moved;
    // Whoever came and went between the read and now had applied something that this plan does not know.
    const after = await (0,_refs_js__WEBPACK_IMPORTED_MODULE_5__/* .refValues */ .y)(repository, { where, refs: [request.ref] });
    const seen = request.applied.where === where ? request.applied.commit : undefined;
    if ('values' in after && after.values.get(request.ref) === seen)
        return { outcome: 'announced', held };
    await withdraw(repository, { held, now: request.now });
    return 'values' in after ? { outcome: 'overtaken' } : { outcome: 'unreachable', reason: after.unreachable };
}
async function prepared(repository, request) {
    const { ref, where, now, until, source, run, actor, summary } = request;
    const dead = request.dead?.where === where ? request.dead : undefined;
    const tree = await (0,_snapshot_js__WEBPACK_IMPORTED_MODULE_6__/* .writeTree */ .WM)(repository, (0,_announcement_js__WEBPACK_IMPORTED_MODULE_2__/* .treeOf */ .g)([request.files, ...(dead?.intents ?? [])]));
    const times = { since: now.toISOString(), expires: until.toISOString() };
    const record = { summary, source, run, actor, ...times, announcement: (0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.randomUUID)() };
    const commit = await (0,_commit_js__WEBPACK_IMPORTED_MODULE_1__/* .commitTree */ .SC)(repository, { ...record, tree, parent: undefined, now });
    return { ref: (0,_ref_js__WEBPACK_IMPORTED_MODULE_4__/* .applyingRef */ .M)(ref), where, commit, tree, files: request.files, record, dead, since: now };
}
/** Nothing was sent: things are put back as they were, a dead run's announcement too. */
function withdraw(repository, { held, now }) {
    const { dead } = held;
    if (dead === undefined)
        return swap(repository, { held });
    const { source, run, actor, since = now, until = now } = dead;
    const times = { since: since.toISOString(), expires: until.toISOString() };
    const record = { summary: held.record.summary, source, run, actor, ...times };
    return swap(repository, { held, next: { ...record, tree: `${dead.commit}^{tree}`, now } });
}
/** Says that the run is over and its outcome unknown: the next one takes over at once. */
function markOver(repository, { held, now }) {
    const next = { ...held.record, expires: now.toISOString(), tree: held.tree, now };
    return swap(repository, { held, next });
}
/** Puts another announcement in the place of one's own, or none. It has no parent, so that any clone may push it. */
async function swap(repository, { held, next }) {
    const { ref, where, commit: expected } = held;
    try {
        const commit = next && (await (0,_commit_js__WEBPACK_IMPORTED_MODULE_1__/* .commitTree */ .SC)(repository, { ...next, parent: undefined }));
        return await (0,_refs_js__WEBPACK_IMPORTED_MODULE_5__/* .moveRefs */ .Y)(repository, { where, moves: [{ ref, commit, expected }] });
    }
    catch (error) {
        if (!(error instanceof _git_answer_js__WEBPACK_IMPORTED_MODULE_3__/* .GitError */ .XS))
            throw error;
        return { outcome: 'refused', reason: error.message };
    }
}
/**
 * Says that a run is dead, whosever it is: the next apply takes over, and what the run began is not forgotten. What
 * nobody can read is removed.
 */
async function declareDead(repository, { ref, applying }) {
    const { where, commit, problem } = applying;
    if (problem !== undefined)
        return removeApplying(repository, { ref, applying });
    const record = (0,_message_js__WEBPACK_IMPORTED_MODULE_7__/* .parseRecord */ .Hh)(await (0,_snapshot_js__WEBPACK_IMPORTED_MODULE_6__/* .readMessage */ ._8)(repository, commit));
    const dead = await deadCommit(repository, { record, tree: `${commit}^{tree}` });
    return (0,_refs_js__WEBPACK_IMPORTED_MODULE_5__/* .moveRefs */ .Y)(repository, { where, moves: [{ ref: (0,_ref_js__WEBPACK_IMPORTED_MODULE_4__/* .applyingRef */ .M)(ref), commit: dead, expected: commit }] });
}
/** The same commit whoever makes it: a run that is alive after all knows its own announcement again. */
function deadCommit(repository, { record, tree }) {
    // Whatever the clocks of those who read it say.
    const now = new Date(0);
    const next = { ...record, expires: now.toISOString(), tree, parent: undefined };
    return (0,_commit_js__WEBPACK_IMPORTED_MODULE_1__/* .commitTree */ .SC)(repository, { ...next, now, isNobodys: true });
}
/** Takes an announcement away, whosever it is, unless it is another one by now. */
function removeApplying(repository, { ref, applying }) {
    const { where, commit } = applying;
    const moves = [{ ref: (0,_ref_js__WEBPACK_IMPORTED_MODULE_4__/* .applyingRef */ .M)(ref), commit: undefined, expected: commit }];
    return (0,_refs_js__WEBPACK_IMPORTED_MODULE_5__/* .moveRefs */ .Y)(repository, { where, moves });
}


/***/ }),

/***/ 8908:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   b: () => (/* binding */ inTemporary)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1455);
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8161);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6760);
/* harmony import */ var _credentials_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(2729);
/* harmony import */ var _git_answer_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7850);
/* harmony import */ var _origin_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(221);
// A repository that is thrown away, to look into the history at origin and leave this clone as it is. [edge]






/** Throws GitError where there can be none. */
async function inTemporary(repository, use) {
    const dir = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.mkdtemp)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)((0,node_os__WEBPACK_IMPORTED_MODULE_1__.tmpdir)(), 'confighub-sync-'));
    try {
        const env = (0,_credentials_js__WEBPACK_IMPORTED_MODULE_5__/* .withConfig */ .NV)(aloneIn(repository.networkEnv), await remoteSettings(repository), 'first');
        // From the clone's top, because the address of origin may be relative to it.
        const place = ['-C', repository.topLevel, `--git-dir=${dir}`];
        const git = (args, network = false) => repository.run([...place, ...args], { env, network });
        (0,_git_answer_js__WEBPACK_IMPORTED_MODULE_3__/* .textOf */ .b6)('A temporary repository cannot be made', await git(['init', '--quiet', '--bare', '--template=']));
        return await use({
            git: (args) => git(args),
            fetchHistory: (commits, options = []) => git(['fetch', ..._origin_js__WEBPACK_IMPORTED_MODULE_4__/* .FETCH_OPTIONS */ .oq, '--filter=tree:0', ...options, 'origin', ...commits], true),
        });
    }
    finally {
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.rm)(dir, { recursive: true, force: true });
    }
}
const TEMPORARY = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
/** The clone's settings are handed over whole: read twice, a header would be sent twice. */
function aloneIn(env) {
    return { ...env, ...TEMPORARY };
}
const NEEDED = /^(?:http|credential|url|protocol|ssh|remote\.origin\.(?:url|proxy|uploadpack)|core\.(?:sshcommand|askpass|gitproxy))(?:\.|$)/i;
/**
 * The settings with which the clone reaches origin, from all files that hold some for it: includes
 * that depend on the clone's place (as `actions/checkout` uses them) would not count elsewhere.
 */
async function remoteSettings(repository) {
    const listed = await repository.git(['config', '--list', '-z', '--show-scope']);
    const fields = (0,_git_answer_js__WEBPACK_IMPORTED_MODULE_3__/* .bytesOf */ .$$)('The settings of this clone cannot be read', listed).toString().split('\0');
    const entries = [];
    for (let i = 0; i + 1 < fields.length; i += 2) {
        const [key = '', ...value] = (fields[i + 1] ?? '').split('\n');
        if (fields[i] === 'command' || !NEEDED.test(key))
            continue;
        entries.push([key, value.length === 0 ? 'true' : value.join('\n')]);
    }
    return entries;
}


/***/ }),

/***/ 2941:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  apply: () => (/* binding */ apply)
});

// EXTERNAL MODULE: ./lib/model/plan.js
var model_plan = __webpack_require__(2774);
// EXTERNAL MODULE: ./lib/errors.js
var errors = __webpack_require__(452);
// EXTERNAL MODULE: ./lib/baseline/announcement.js
var announcement = __webpack_require__(8260);
// EXTERNAL MODULE: ./lib/baseline/applying.js
var applying = __webpack_require__(2659);
// EXTERNAL MODULE: ./lib/baseline/git.js
var baseline_git = __webpack_require__(6263);
// EXTERNAL MODULE: ./lib/baseline/origin.js
var origin = __webpack_require__(221);
// EXTERNAL MODULE: ./lib/baseline/needed.js
var needed = __webpack_require__(5670);
// EXTERNAL MODULE: ./lib/plan/phases.js + 1 modules
var plan_phases = __webpack_require__(8464);
// EXTERNAL MODULE: ./lib/model/push-time.js
var push_time = __webpack_require__(8423);
// EXTERNAL MODULE: ./lib/remote/client.js + 2 modules
var client = __webpack_require__(3034);
// EXTERNAL MODULE: ./lib/remote/answer.js
var remote_answer = __webpack_require__(4790);
// EXTERNAL MODULE: ./lib/remote/reason.js + 2 modules
var reason = __webpack_require__(8547);
;// CONCATENATED MODULE: ./lib/remote/push-answer.js
// What the answer to a push says of it: taken, refused, or nobody knows.



/**
 * A push succeeded only with status 200, an empty body and no HTML (behaviour.md, section 1). Only the server's own
 * 304, and what no server was behind, say that it was not taken; anything else may have come from a gateway.
 */
function readPushAnswer(answer, url) {
    const { status, headers, body } = answer;
    if (status === 200 && body.length === 0 && !(0,remote_answer/* isHtml */._6)(headers))
        return { outcome: 'done' };
    if (status === 304)
        return { outcome: 'refused', reason: (0,reason/* readReason */.p)(headers.etag) };
    if (status === 200) {
        const what = (0,remote_answer/* isHtml */._6)(headers) ? 'answers a push with a web page' : 'answers a push with a body';
        return { outcome: 'unknown', error: (0,remote_answer/* notTheApi */.XK)(url, what), mayStillRun: false };
    }
    if (status === 500 && body.length === 0 && headers.etag === undefined)
        return { outcome: 'unknown', error: withoutReason(url), mayStillRun: false };
    const error = (0,remote_answer/* unexpectedStatus */.uI)(answer, url);
    if (status < 500)
        throw error;
    // A gateway that gave up waiting does not end the work of the server behind it.
    return { outcome: 'unknown', error, mayStillRun: status === 504 };
}
/** behaviour.md, section 5.4: the reason quotes the refused entry, and headers above 8 KiB are lost. */
function withoutReason(url) {
    return new errors/* CommandError */.Q({
        code: 'http-status',
        message: `${url} answers with status 500 and no reason, as the server does when it refuses an entry larger than 8 KB.`,
        hint: 'Apply the large entries of this plan one by one to find the one that it refuses.',
    });
}

;// CONCATENATED MODULE: ./lib/remote/pusher.js
// What only an apply is handed: the one way to write to the server.




/** The server's time for a push grows with the square of its values: minutes are normal (behaviour.md, section 16). */
const MIN_PUSH_TIMEOUT = 600_000;
/** The longest answer: it has no body, unless something else than the server answers. */
const MAX_BYTES = 1024 * 1024;
function createPusher(connection, options) {
    const form = connection.token === undefined ? `/${(0,client/* pathOf */.XM)(options.repository)}` : '';
    const url = `${connection.url}/rest/push${form}`;
    return {
        push: async (body) => {
            try {
                const answer = await connection.http.send({
                    method: 'POST',
                    url,
                    headers: {
                        'Content-Type': 'application/json',
                        'Application-Name': options.applicationName,
                        ...(0,client/* tokenHeader */.tf)(connection),
                    },
                    body: JSON.stringify(body),
                    timeout: pushTimeout(connection, sizeOf(body)),
                    maxBytes: MAX_BYTES,
                    signal: options.signal,
                });
                return readPushAnswer(answer, url);
            }
            catch (error) {
                if (!(error instanceof errors/* CommandError */.Q) || !/^push-(unknown|timeout)$/.test(error.code))
                    throw error;
                return { outcome: 'unknown', error, mayStillRun: error.code === 'push-timeout' };
            }
        },
    };
}
/**
 * Milliseconds after which nobody waits for the answer to a push any longer.
 * @param size how many values and files it has, at most
 */
function pushTimeout({ timeout }, size) {
    return Math.max(timeout, MIN_PUSH_TIMEOUT, 3000 * (0,push_time/* expectedSeconds */.i)(size));
}
/** Values and files in a body. */
function sizeOf({ data }) {
    return data.reduce((size, entry) => size + ('values' in entry ? (entry.values?.length ?? 1) : 1), 0);
}

// EXTERNAL MODULE: ./lib/baseline/committed.js
var baseline_committed = __webpack_require__(4045);
// EXTERNAL MODULE: ./lib/baseline/message.js
var message = __webpack_require__(5356);
// EXTERNAL MODULE: ./lib/baseline/snapshot.js + 1 modules
var snapshot = __webpack_require__(9985);
// EXTERNAL MODULE: ./lib/baseline/commit.js
var baseline_commit = __webpack_require__(5022);
// EXTERNAL MODULE: ./lib/baseline/local-refs.js
var local_refs = __webpack_require__(3719);
// EXTERNAL MODULE: ./lib/baseline/ref.js
var ref = __webpack_require__(5126);
;// CONCATENATED MODULE: ./lib/baseline/write.js






/**
 * Records what was applied: at origin where it takes the ref, otherwise in this clone, with a warning.
 * Throws GitError where not even this clone can be written to.
 */
async function writeApplied(repository, request) {
    const { ref, previous, applying } = request;
    const { tree, files } = applying ?? {};
    const announced = tree === undefined || files === undefined ? undefined : { tree, files };
    const commit = await (0,baseline_commit/* commitFiles */.zu)(repository, { ...request, announced, parent: previous?.commit });
    const locally = (expected, warning) => recordLocally(repository, { move: { ref, commit, expected }, applying, warning });
    if (!repository.origin)
        return locally(previous?.commit);
    const expected = previous?.where === 'origin' ? previous.commit : undefined;
    const moved = await moveBoth(repository, { where: 'origin', move: { ref, commit, expected }, applying });
    if (moved.outcome === 'conflict')
        return { conflict: true, where: 'origin' };
    const local = await (0,local_refs/* localRef */.Zs)(repository, ref);
    if (moved.outcome === 'moved') {
        // A baseline that this clone kept from times without origin must not come back as an old truth.
        if (local !== undefined)
            await (0,local_refs/* moveLocalRefs */.$X)(repository, [{ ref, commit, expected: local }]);
        return { conflict: false, where: 'origin', commit };
    }
    const seen = previous?.where === 'local' ? previous.commit : local;
    return locally(seen, moved.outcome === 'refused' ? refused(moved.reason) : unreachable(moved.reason));
}
async function recordLocally(repository, { warning, ...both }) {
    const moved = await moveBoth(repository, { where: 'local', ...both });
    if (moved.outcome === 'conflict')
        return { conflict: true, where: 'local' };
    return { conflict: false, where: 'local', commit: both.move.commit, ...(warning && { warning }) };
}
/** Moves `applied` and removes `applying` in one transaction. */
async function moveBoth(repository, { where, move, applying }) {
    const moveRefs = where === 'origin' ? origin/* pushRefs */.NV : local_refs/* moveLocalRefs */.$X;
    if (applying?.where !== where)
        return moveRefs(repository, [move]);
    const end = { ref: (0,ref/* applyingRef */.M)(move.ref), commit: undefined, expected: applying.commit };
    const moved = await moveRefs(repository, [move, end]);
    if (moved.outcome !== 'conflict')
        return moved;
    const { values } = moved;
    if (values.get(move.ref) !== move.expected)
        return moved;
    // Somebody has unlocked: what was applied is to be recorded all the same.
    if (!values.has(end.ref))
        return moveRefs(repository, [move]);
    const dead = await unlocked(repository, applying);
    return values.get(end.ref) === dead ? moveRefs(repository, [move, { ...end, expected: dead }]) : moved;
}
/** What is left of an announcement that somebody declared dead. */
async function unlocked(repository, { record, tree }) {
    return record === undefined || tree === undefined ? undefined : (0,applying/* deadCommit */.cC)(repository, { record, tree });
}
function refused(reason) {
    return `origin does not take the baseline (${reason}): it is kept in this clone only. In a workflow the job needs ${(0,needed/* neededFor */.r)(reason)}.`;
}
function unreachable(reason) {
    return `origin could not be reached (${reason}): the baseline is kept in this clone only.${(0,needed/* neededToReach */.a)(reason)}`;
}

// EXTERNAL MODULE: ./lib/model/apply-entry.js
var apply_entry = __webpack_require__(9932);
// EXTERNAL MODULE: ./lib/baseline/git-answer.js
var git_answer = __webpack_require__(7850);
// EXTERNAL MODULE: ./lib/baseline/temporary.js
var temporary = __webpack_require__(8908);
;// CONCATENATED MODULE: ./lib/baseline/ancestry.js
// Was one commit made before another? Asked of origin where this clone is too shallow to know.


/** Is commit `older` an ancestor of commit `newer`? The clone stays as it is. Never throws. */
async function isAncestor(repository, older, newer) {
    const odd = [older, newer].find((id) => !/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(id));
    if (odd !== undefined)
        return unknown(`'${odd.slice(0, 80)}' is no commit id`);
    if (older === newer)
        return { answer: 'yes' };
    try {
        return await ask(repository, older, newer);
    }
    catch (error) {
        return unknown(error instanceof Error ? error.message : String(error));
    }
}
function unknown(reason) {
    return { answer: 'unknown', reason };
}
async function ask(repository, older, newer) {
    const answer = await repository.git(['merge-base', '--is-ancestor', older, newer]);
    if (answer.status === 0)
        return { answer: 'yes' };
    if (answer.failure !== undefined)
        return unknown((0,git_answer/* reasonOf */.A3)(answer));
    const hasNewer = await repository.git(['cat-file', '-e', `${newer}^{commit}`]);
    if (hasNewer.status !== 0)
        return unknown(`commit ${newer} is not in this clone`);
    if (repository.shallow)
        return askOrigin(repository, older, newer);
    // All ancestors of a commit are in a full clone: what is missing is none of them.
    return { answer: 'no' };
}
/** Fetches the history behind the clone's own, without trees, into a repository that is then thrown away. */
async function askOrigin(repository, older, newer) {
    if (!repository.origin)
        return unknown('this clone is shallow, and has no origin to ask');
    const ends = await endsOfHistory(repository, newer);
    return (0,temporary/* inTemporary */.b)(repository, async ({ fetchHistory, git }) => {
        const fetched = await fetchHistory(ends);
        if (fetched.status !== 0)
            return unknown(`the history could not be fetched from origin (${(0,git_answer/* reasonOf */.A3)(fetched)})`);
        // Nothing but the ancestors of those commits was asked for, so that to be there is to be one.
        const there = await git(['cat-file', '-e', `${older}^{commit}`]);
        return { answer: there.status === 0 ? 'yes' : 'no' };
    });
}
/** Where the clone's history of a commit breaks off: origin has these, even where the commit is not pushed yet. */
async function endsOfHistory(repository, newer) {
    const ends = await repository.git(['rev-list', '--max-parents=0', newer]);
    return (0,git_answer/* textOf */.b6)('The history of this clone cannot be read', ends).split('\n');
}

;// CONCATENATED MODULE: ./lib/commands/age.js
// Whether what is checked out may be applied: not older than what was applied last, and committed.



/** A re-run of last week's job must not undo this week's: the commit last applied must be an ancestor of this one. */
async function refuseOlder({ plan, project, baseline, head }, options) {
    if (plan.changes.length === 0 || options.allowOlder || project.git === undefined || head === undefined)
        return plan;
    const why = await olderBecause(project.git, baseline, head);
    if (why === undefined)
        return plan;
    const refusal = {
        severity: 'refusal',
        code: 'older-commit',
        message: `This commit is ${(0,apply_entry/* shortCommit */.A)(head.commit)}; ${why}.`,
        hint: 'Apply the newest commit, or apply once with --allow-older (input `allow-older: true`) if going back is meant.',
    };
    return { ...plan, findings: [...plan.findings, refusal] };
}
/** Why a commit that has nothing to push is not to be recorded: the record says what is ours, and a newer one says more. */
async function notRecorded({ project, baseline, head }, options) {
    const { git } = project;
    // A record that cannot be read is replaced.
    if (options.allowOlder || git === undefined || head === undefined || baseline.isUnknown)
        return undefined;
    const why = await olderBecause(git, baseline, head);
    return why && `This commit is ${(0,apply_entry/* shortCommit */.A)(head.commit)}; ${why}: the record stays as it is.`;
}
/** Why this commit is, or may be, older than the one last applied. A record that cannot be read is not the same as none. */
async function olderBecause(git, { source, isUnknown }, head) {
    if (source === undefined) {
        return isUnknown
            ? 'which commit was applied last cannot be known, so a newer one may be undone'
            : undefined;
    }
    const ancestry = await isAncestor(git, source, head.commit);
    if (ancestry.answer === 'yes')
        return undefined;
    const why = 'reason' in ancestry ? `may be newer (${ancestry.reason})` : 'is not among its ancestors';
    return `the commit last applied, ${(0,apply_entry/* shortCommit */.A)(source)}, ${why}`;
}
/** What is applied otherwise than committed, though the record names the commit. What Git does not track, others tell. */
async function uncommitted({ project, head, plan }) {
    if (project.git === undefined || head === undefined || plan.changes.length === 0)
        return [];
    const committed = await (0,baseline_committed/* committedPaths */.d)(project.git, project.files.keys());
    const others = [...project.files.keys()].filter((path) => !committed.has(path));
    const unknown = new Set((0,baseline_committed/* untrackedPaths */.k)(await project.git.index(), others));
    const paths = others.filter((path) => !unknown.has(path)).sort();
    if (paths.length === 0)
        return [];
    const names = `${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ` and ${paths.length - 3} more` : ''}`;
    return [
        `${names}: not committed, so the commit ${(0,apply_entry/* shortCommit */.A)(head.commit)} is not quite what is applied. Commit first, then apply.`,
    ];
}

// EXTERNAL MODULE: ./lib/commands/running.js
var commands_running = __webpack_require__(7589);
;// CONCATENATED MODULE: ./lib/commands/record.js










/** Nothing is written when nothing changed. Sentences say where recording did not work. */
async function record(prepared, { surroundings, held, options, }) {
    const { git } = prepared.project;
    const { ref, applied } = prepared.baseline;
    if (git === undefined || ref === undefined || applied === undefined)
        return [];
    if (held === undefined && (0,commands_running/* isRunning */.W_)(applied.applying, surroundings.now()))
        return ['Another apply may still be running: nothing was recorded.'];
    try {
        return await write(prepared, { git, ref, applied, held, surroundings, options });
    }
    catch (error) {
        if (!(error instanceof baseline_git/* GitError */.XS))
            throw error;
        if (held !== undefined)
            await (0,applying/* markOver */.eV)(git, { held, now: surroundings.now() });
        return [`What was applied could not be recorded: ${error.message}`];
    }
}
async function write(prepared, writing) {
    const { git, ref, applied, held, surroundings, options } = writing;
    const now = surroundings.now();
    const dead = (0,commands_running/* deadApplying */.TK)(applied.applying, now);
    const { remarks, ...entry } = await entryOf(prepared, { git, applied, surroundings });
    if (!entry.files.has(prepared.project.projectFile)) {
        if (held !== undefined)
            await (0,applying/* withdraw */.ne)(git, { held, now });
        return remarks;
    }
    if (prepared.plan.changes.length === 0) {
        // A record that this clone alone has is news to origin.
        const isShared = applied.where === 'origin' || !git.origin;
        if (applied.found && isShared && (0,snapshot/* sameFiles */.kk)(applied.files, entry.files)) {
            if (dead !== undefined)
                await (0,applying/* removeApplying */.BM)(git, { ref, applying: dead });
            return [];
        }
        const why = await notRecorded(prepared, options);
        if (why !== undefined)
            return [why];
    }
    const previous = { where: applied.where, commit: applied.commit };
    const written = await writeApplied(git, { ...entry, ref, previous, applying: held ?? dead, now });
    // What is not recorded where it was announced stays announced, so that it stays ours.
    if (held !== undefined && (written.conflict || written.where !== held.where)) {
        await (0,applying/* markOver */.eV)(git, { held, now });
    }
    if (written.conflict)
        return ['Another apply was recorded at the same moment; theirs was kept. Plan again.'];
    return written.warning === undefined ? remarks : [...remarks, written.warning];
}
/** What is recorded of an apply, and announced before it. */
async function entryOf({ project, plan, head }, { git, applied, surroundings }) {
    const { run, actor } = surroundings;
    const what = head === undefined ? 'files' : (0,apply_entry/* shortCommit */.A)(head.commit);
    return {
        ...(await recordable(git, { files: project.files, applied })),
        source: head?.commit,
        run,
        actor,
        summary: (0,message/* summaryOf */.YG)(what, (0,model_plan/* countChanges */.xS)(plan.changes)),
    };
}
/**
 * What may go into the record. At `origin` it is there for everybody who can read the repository, so it holds nothing
 * that is not committed there already: an ignored or generated file may hold a secret. Of a document that is not
 * committed the record keeps what it had.
 */
async function recordable(git, { files, applied }) {
    const all = new Map([...files].map(([path, bytes]) => [path, Buffer.from(bytes)]));
    if (!git.origin)
        return { files: all, remarks: [] };
    const committed = await (0,baseline_committed/* committedPaths */.d)(git, all.keys());
    const left = [...all.keys()].filter((path) => !committed.has(path)).sort();
    for (const path of left) {
        const before = applied.found ? applied.files.get(path) : undefined;
        if (before === undefined)
            all.delete(path);
        else
            all.set(path, before);
    }
    if (left.length === 0)
        return { files: all, remarks: [] };
    const names = `${left.slice(0, 3).join(', ')}${left.length > 3 ? ` and ${left.length - 3} more` : ''}`;
    return {
        files: all,
        remarks: [`${names}: not committed, so not recorded; what only they declare is not pruned later.`],
    };
}

// EXTERNAL MODULE: ./lib/remote/push-body.js + 1 modules
var push_body = __webpack_require__(4557);
// EXTERNAL MODULE: ./lib/commands/live.js
var live = __webpack_require__(5186);
// EXTERNAL MODULE: ./lib/plan/make-plan.js + 28 modules
var make_plan = __webpack_require__(1985);
// EXTERNAL MODULE: ./lib/commands/exported.js + 1 modules
var exported = __webpack_require__(1654);
// EXTERNAL MODULE: ./lib/commands/pulls.js + 3 modules
var commands_pulls = __webpack_require__(4257);
// EXTERNAL MODULE: ./lib/commands/touched-keys.js
var touched_keys = __webpack_require__(9489);
;// CONCATENATED MODULE: ./lib/commands/plan-again.js





/**
 * `undefined` where the repository cannot be read.
 * @param presumed whose word is taken for what pulls do not show; after a push that was taken, that of desired
 */
async function planAgain(prepared, presumed = 'baseline') {
    const { input, reader, target, pulls, baseline } = prepared;
    const { counted: _, ...asked } = input;
    const again = { ...asked, ...(presumed === 'desired' && { isAfterwards: true }) };
    if (input.liveSource !== 'pulls') {
        const read = await readAgain(prepared, presumed === 'desired');
        return 'refusal' in read ? undefined : (0,make_plan/* makePlan */.C)({ ...again, live: read });
    }
    // The push may have made elements that were not there before.
    const { elements: __, ...source } = pulls;
    const live = await (0,commands_pulls/* pullsOf */.w0)(source, { ...baseline, desired: input.desired, presumed });
    if ('refusal' in live)
        return undefined;
    return (0,make_plan/* makePlan */.C)(await (0,touched_keys/* withTouchedKeys */.Z)({ ...again, live }, { reader, target }));
}
async function readAgain({ reads, reader, target, connection, now, ...compared }, isAfterwards) {
    const { repository } = target;
    if (reads === 'everything')
        return (0,live/* readExport */.Jb)(reader, repository);
    const [keys, counted] = await Promise.all([(0,live/* readExportedKeys */.Cf)(reader, repository), reader.repositories()]);
    const states = (0,exported/* declaredIn */.e)({ ...compared, desired: compared.input.desired });
    const declared = { ...states, ...(isAfterwards && { isAfterwards }) };
    return (0,exported/* exported */.E)({ connection, repository, now }, { keys, counted, declared });
}

// EXTERNAL MODULE: ./lib/remote/refusals.js
var refusals = __webpack_require__(9341);
;// CONCATENATED MODULE: ./lib/commands/refused.js
// A push that the server refused, as an error: its name, what it is about, and the lines that declared that.




/** What was refused among many: more lines than these help nobody. */
const MAX_NAMED = 5;
function refusedByServer(reason, phase) {
    const named = namedBy(reason, phase.changes);
    const outcome = phase.index === 0 ? 'the push, nothing was changed' : `push ${phase.index + 1} of ${phase.count}`;
    return new errors/* CommandError */.Q({
        code: reason.code ?? refusals/* UNKNOWN_REFUSALS */.T.push,
        message: `The server refused ${outcome}: ${reason.message}${about(named, reason)}${earlier(phase)}`,
        hint: reason.hint,
        exitStatus: phase.index === 0 ? errors/* EXIT */.d.error : errors/* EXIT */.d.unknown,
        places: named.flatMap(({ place }) => place ?? []),
    });
}
/** What was taken before, and stays. */
function earlier({ index, count }) {
    if (index === 0)
        return '';
    return ` ${index} of ${count} pushes ${index === 1 ? 'was' : 'were'} taken before, and stay${index === 1 ? 's' : ''}.`;
}
/**
 * The changes that the refused entry may stand for. Only what the plan has is shown: the server could quote
 * anything. The entry of one value names no key, so it may be any value of its context, unless what it quotes tells.
 */
function namedBy(reason, changes) {
    const { key, file, context } = reason;
    if (file !== undefined)
        return changes.filter((change) => isFile(change, reason)).slice(0, 1);
    if (key !== undefined)
        return ofKey(changes, key);
    if (context === undefined)
        return [];
    const there = changes.filter((change) => change.kind === 'value' && isSame(change.context, context));
    const alike = there.filter((change) => change.kind === 'value' && quotes(reason, change.after));
    return alike.length === 0 ? there : alike;
}
/** One change stands for the key: the one that a line of the files asks for. */
function ofKey(changes, name) {
    const own = changes.filter((change) => change.kind !== 'file' && isSame(change.key, name));
    return [own.find(({ place }) => place !== undefined) ?? own].flat().slice(0, 1);
}
function isFile(change, { file = '', context }) {
    return change.kind === 'file' && (0,reason/* isQuotedAs */.V)(change.path, file) && isSame(change.context, context ?? '');
}
function quotes(reason, text) {
    return text === undefined ? reason.quotes === undefined : reason.quotes?.(text) === true;
}
function isSame(a, b) {
    return a.toLowerCase() === b.toLowerCase();
}
function about(named, { key, file }) {
    const [only] = named;
    if (only === undefined)
        return '';
    if (named.length === 1)
        return ` (${nameOf(only, key === undefined || file !== undefined)})${declaredAt(only)}`;
    const shown = named.slice(0, MAX_NAMED).map((change) => `${(0,model_plan/* addressOf */.ci)(change)}${declaredShort(change)}`);
    const more = named.length > MAX_NAMED ? ` and ${named.length - MAX_NAMED} more` : '';
    const context = 'context' in only ? only.context : '';
    return ` It is one of the values for ${context}: ${shown.join(', ')}${more}.`;
}
function nameOf(change, hasContext) {
    const context = hasContext && 'context' in change ? ` in ${change.context}` : '';
    return `${(0,model_plan/* addressOf */.ci)(change)}${context}`;
}
function declaredAt({ place, removedFrom }) {
    if (place !== undefined)
        return ` Declared at ${place}.`;
    return removedFrom === undefined ? '' : ` Was declared at ${removedFrom}.`;
}
function declaredShort({ place, removedFrom }) {
    if (place !== undefined)
        return ` (${place})`;
    return removedFrom === undefined ? '' : ` (was at ${removedFrom})`;
}

// EXTERNAL MODULE: ./lib/commands/stop.js
var commands_stop = __webpack_require__(6192);
;// CONCATENATED MODULE: ./lib/commands/send.js
// Sending the pushes of a plan, each once, and finding out what became of them.








/**
 * Sends the phases one after the other, and stops at the first that is refused. Throws {@link CommandError} where
 * nobody can say what became of one.
 */
async function sendPlan(prepared, { plan, pusher, stop, onStep, }) {
    const phases = (0,plan_phases.phasesOf)(plan);
    for (const [index, changes] of phases.entries()) {
        (0,commands_stop/* refuseStopped */.q)(stop, { sent: index, of: phases.length });
        if (phases.length > 1)
            onStep(`Push ${index + 1} of ${phases.length}`);
        const result = await pusher.push((0,push_body.pushBody)({ changes, passwordOf: prepared.input.passwordOf }, prepared.changeComment));
        const phase = { changes, index, count: phases.length };
        if (result.outcome === 'refused') {
            const { reason } = result;
            return { error: refusedByServer(reason, phase), isPassing: reason.isPassing === true && index === 0 };
        }
        if (result.outcome !== 'unknown')
            continue;
        if (stop?.atOnce.aborted)
            throw new PushUnknown(result.error, result.mayStillRun);
        await settle(prepared, { ...result, phase });
    }
    return undefined;
}
/** Nobody can say what became of a push; `mayStillRun`: the server may even be at work on it. */
class PushUnknown extends errors/* CommandError */.Q {
    mayStillRun;
    constructor(cause, mayStillRun) {
        super({
            code: 'push-unknown',
            message: `Nobody can say whether the push was taken: ${cause.message}`,
            hint: mayStillRun
                ? 'The server may still be at work on it. Wait some minutes, then plan again: it shows what is left to do.'
                : 'Plan again once the server answers; it shows what is left to do.',
            exitStatus: errors/* EXIT */.d.unknown,
            cause,
        });
        this.mayStillRun = mayStillRun;
    }
}
/** The answer got lost: reading tells whether the push was taken. It is never sent a second time blindly. */
async function settle(prepared, { phase, error, mayStillRun }) {
    const { liveSource } = prepared.input;
    const left = (0,live/* isRead */.H9)(liveSource) ? await readLeft(prepared) : undefined;
    // Pulls do not tell whether a file is there; a push is taken whole, so that the other changes tell enough.
    // Which of the rows of a value is gone, nothing tells.
    const isTold = (change) => !change.rewritten && !('surplus' in change) && (liveSource === 'export' || change.kind !== 'file');
    const compared = phase.changes.filter(isTold).map(identityOf);
    if (left !== undefined && compared.length > 0) {
        if (!compared.some((change) => left.has(change)))
            return;
        if (!mayStillRun && compared.every((change) => left.has(change)))
            throw lost(phase, error);
    }
    throw new PushUnknown(error, mayStillRun);
}
async function readLeft(prepared) {
    const plan = await planAgain(prepared).catch(() => undefined);
    return plan && new Set(plan.changes.map(identityOf));
}
function identityOf(change) {
    return JSON.stringify([
        change.kind,
        change.action,
        (0,model_plan/* addressOf */.ci)(change),
        'context' in change && change.context,
    ]);
}
function lost(phase, cause) {
    return new errors/* CommandError */.Q({
        code: 'push-lost',
        message: `${cause.message} Read again: the push changed nothing.${earlier(phase)}`,
        hint: phase.index === 0 ? cause.hint : 'Apply again: it goes on with what is left.',
        exitStatus: phase.index === 0 ? errors/* EXIT */.d.error : errors/* EXIT */.d.unknown,
        cause,
    });
}

;// CONCATENATED MODULE: ./lib/commands/announce.js
// Announcing an apply before anything is sent: lock, intent, and test of the permission to record it.












/** For what an apply does besides waiting for the server: reading again, recording, a clock that is off. */
const MARGIN = 300_000;
/** A plan that is empty or refused is not announced. */
async function announceApply(prepared, { plan, surroundings }) {
    const { project, baseline, connection } = prepared;
    const { ref, applied } = baseline;
    if (plan.changes.length === 0 || (0,model_plan/* hasRefusals */.q5)(plan))
        return { plan };
    if (project.git === undefined || ref === undefined || applied === undefined)
        return { plan };
    const now = surroundings.now();
    if ((0,commands_running/* isRunning */.W_)(applied.applying, now))
        return { plan: announce_refused(plan, (0,commands_running/* runningFinding */.Tn)(applied.applying, now)) };
    surroundings.onStep('Announcing the apply');
    const { git } = project;
    const entry = await entryOf(prepared, { git, applied, surroundings });
    const until = new Date(now.getTime() + lifetime(plan, connection));
    const dead = (0,commands_running/* deadApplying */.TK)(applied.applying, now);
    const result = await (0,applying/* announce */.iP)(git, { ...entry, ref, applied, dead, now, until }).catch(unable);
    if (result.outcome === 'announced')
        return { plan, held: result.held };
    const finding = await findingOf(result, { git, plan, now });
    return { plan: finding === undefined ? plan : announce_refused(plan, finding) };
}
/** The most that an apply of this plan may take, in milliseconds. */
function lifetime(plan, connection) {
    const pushes = (0,plan_phases.phasesOf)(plan).map(({ length }) => pushTimeout(connection, length));
    return pushes.reduce((sum, time) => sum + time + connection.timeout, MARGIN);
}
/** Whether the announcement covers pushes that start now: a retry must not run when others take it for dead. */
function mayStart({ since }, now) {
    return now.getTime() < since.getTime() + MARGIN;
}
function unable(error) {
    if (!(error instanceof baseline_git/* GitError */.XS))
        throw error;
    return { outcome: 'refused', reason: error.message };
}
function announce_refused(plan, finding) {
    return { ...plan, findings: [...plan.findings, { severity: 'refusal', ...finding }] };
}
async function findingOf(result, { git, plan, now }) {
    if (result.outcome === 'overtaken')
        return OVERTAKEN;
    if (result.outcome === 'running') {
        const running = await whoIsRunning(git, result);
        return running === undefined ? OVERTAKEN : (0,commands_running/* runningFinding */.Tn)(running, now);
    }
    const deletes = plan.changes.some(({ action }) => action === 'delete');
    return deletes ? notAnnounced(result) : undefined;
}
async function whoIsRunning(git, { commit, where }) {
    if (commit === undefined)
        return undefined;
    if (where === 'origin')
        await (0,origin/* fetchCommits */.Bj)(git, [commit]);
    return (0,announcement/* readApplying */.Z)(git, { where, commit });
}
const OVERTAKEN = {
    code: 'apply-overtaken',
    message: 'Another apply was made while this one was being planned.',
    hint: 'Apply again: what it changed is then part of the plan.',
};
function notAnnounced({ outcome, reason }) {
    const why = outcome === 'refused' ? 'origin does not take its refs' : 'origin could not be reached';
    return {
        code: 'not-announced',
        message: `This plan deletes, and what was applied could not be recorded: ${why} (${reason}). Without the record, later plans do not know what is theirs to delete.`,
        hint: `In a workflow the job needs ${(0,needed/* neededFor */.r)(reason)}. A plan that deletes nothing is applied all the same.`,
    };
}
/** What an announced apply sends. What becomes of it becomes of the announcement. */
async function whileAnnounced(work, { git, held, now }) {
    try {
        return await work();
    }
    catch (error) {
        if (git !== undefined && held !== undefined)
            await endAfter(error, { git, held, now: now() });
        throw error;
    }
}
/** As far as it is still possible: an announcement that stays expires. */
async function endAfter(error, { git, held, now }) {
    const isKnown = error instanceof errors/* CommandError */.Q;
    if (isKnown && error.exitStatus !== errors/* EXIT */.d.unknown)
        await (0,applying/* withdraw */.ne)(git, { held, now });
    // A server that may still be at work is waited for, by whoever comes next as well.
    else if (!(error instanceof PushUnknown && error.mayStillRun))
        await (0,applying/* markOver */.eV)(git, { held, now });
}

// EXTERNAL MODULE: ./lib/model/force.js
var model_force = __webpack_require__(4774);
// EXTERNAL MODULE: ./lib/commands/change-comment.js + 1 modules
var change_comment = __webpack_require__(6739);
// EXTERNAL MODULE: ./lib/commands/plan.js + 3 modules
var commands_plan = __webpack_require__(4583);
;// CONCATENATED MODULE: ./lib/commands/approve.js
// An apply that only limits refuse: somebody who is there is asked, and the yes approves this one plan.





/** As it was where nothing is to be asked, nobody can be, the approval was given otherwise, or the answer is no. */
async function withApproval(prepared, asking) {
    const { options, surroundings, check } = asking;
    const { force: text } = prepared.plan;
    if (surroundings.approve === undefined || options.force !== undefined || text === undefined)
        return prepared;
    const approved = await approvedBy(text, { prepared, ...asking });
    if ((0,model_plan/* hasRefusals */.q5)(await check(approved)))
        return prepared;
    return (await surroundings.approve((0,commands_plan/* resultOf */.B)(prepared))) ? approved : prepared;
}
async function approvedBy(text, { prepared, options, surroundings }) {
    const force = (0,model_force/* parseForce */.fu)(text);
    const input = { ...prepared.input, ...(force && { force }) };
    const plan = (0,make_plan/* makePlan */.C)(input);
    const { head, project } = prepared;
    const comment = await (0,change_comment/* changeComment */.E)(options, { git: project.git, head, plan, surroundings });
    return { ...prepared, input, plan, changeComment: comment };
}

// EXTERNAL MODULE: ./lib/commands/plan-file.js
var plan_file = __webpack_require__(2934);
// EXTERNAL MODULE: ./lib/commands/prepare.js + 1 modules
var prepare = __webpack_require__(7257);
;// CONCATENATED MODULE: ./lib/commands/application-name.js
// `Application-Name` as the server can store it: never blank, printable ASCII, at most 255 characters.
const DEFAULT_NAME = 'confighub-sync';
const MAX_LENGTH = 255;
/**
 * The server reads headers as Latin-1 and refuses a push with a longer name (behaviour.md, sections 1 and 18.17).
 * Every script is written in Latin letters, as far as the library knows it; what it does not know is left out, emoji
 * among it. Line breaks, other control characters and several blanks become one blank.
 */
async function applicationName(text) {
    const plain = await inAscii((text ?? '').replace(/[\s\p{Cc}]+/gu, ' '));
    // The library leaves nothing beyond ASCII today; a header with such a character could not be sent at all.
    const name = plain
        .replace(/[^\x20-\x7e]/g, '')
        .replace(/ +/g, ' ')
        .trim()
        .slice(0, MAX_LENGTH)
        .trimEnd();
    return name === '' ? DEFAULT_NAME : name;
}
/**
 * `transliteration` has no dependencies, and a table of 190 KB for every script. Of those like it, one needs 550 KB and
 * leaves no blanks between Chinese words, one knows no Chinese. It is loaded only where a name needs it.
 */
async function inAscii(text) {
    if (!/[^\x20-\x7e]/.test(text))
        return text;
    const { transliterate } = await __webpack_require__.e(/* import() */ 559).then(__webpack_require__.t.bind(__webpack_require__, 5940, 19));
    // Wide letters, ligatures and circled digits are letters and digits; accents are part of theirs.
    return transliterate(text.normalize('NFKC'));
}

;// CONCATENATED MODULE: ./lib/commands/push.js








/** What was sent did not have the effect that it should have; `differs` is masked by whoever shows it. */
class VerifyError extends errors/* CommandError */.Q {
    differs;
    constructor(differs) {
        const { length } = differs.changes.filter(model_plan/* isCounted */.he);
        super({
            code: 'verify-failed',
            message: `The server took the push, but ${length} ${length === 1 ? 'change is' : 'changes are'} still missing after it.`,
            hint: 'Somebody may have changed the repository at the same moment: plan again.',
            exitStatus: errors/* EXIT */.d.unknown,
        });
        this.differs = differs;
    }
}
/** Milliseconds before the second, third and fourth attempt. */
const PAUSES = [1000, 2000, 4000];
/** Reads again after a push that was taken. Throws {@link CommandError} with status 4 where something differs. */
async function verify(prepared) {
    if (!(0,live/* isRead */.H9)(prepared.input.liveSource))
        return 'unverified';
    const after = await readAfter(prepared);
    if (after.changes.some((change) => !change.rewritten))
        throw new VerifyError(after);
    return 'verified';
}
/**
 * What is left of the plan: announcing takes as long as origin does, a person as long as they like, and what others
 * changed meanwhile must not be written over. Throws {@link CommandError}, and nothing was sent, where the plan would be another one by now.
 */
async function stillPlanned(prepared, plan) {
    if (!(0,live/* isRead */.H9)(plan.live))
        return plan;
    const fresh = await planAgain(prepared);
    if (fresh === undefined || (0,model_plan/* hasRefusals */.q5)(fresh) || !isPartOf(fresh, plan))
        throw changedMeanwhile();
    return { ...plan, changes: fresh.changes };
}
function changedMeanwhile() {
    return new errors/* CommandError */.Q({
        code: 'changed-meanwhile',
        message: 'The repository was changed on the server while this apply waited for its announcement or an answer: nothing was sent.',
        hint: 'Apply again: the plan is then made from what the server holds now.',
    });
}
/**
 * Tries again only after a refusal that may pass (somebody else wrote at the same moment), after a fresh read, and
 * only if what is left is part of the plan that was shown and the announcement lasts long enough for it. Answers with the number of attempts; throws
 * {@link CommandError} for every end but a good one, its exit status says whether something was sent.
 */
async function pushUntilTaken(prepared, { plan, options, surroundings, held, stop, }) {
    const pusher = createPusher(prepared.connection, {
        repository: prepared.target.repository,
        applicationName: await applicationName(options.applicationName),
        signal: stop?.atOnce,
    });
    const isLate = () => held !== undefined && !mayStart(held, surroundings.now());
    surroundings.onStep(`Pushing ${plan.changes.length} changes`);
    let left = plan;
    if (left.changes.length === 0)
        return 1;
    for (let attempt = 1;; attempt++) {
        const refused = await sendPlan(prepared, { plan: left, pusher, stop, onStep: surroundings.onStep });
        if (refused === undefined)
            return attempt;
        const pause = PAUSES[attempt - 1];
        if (!refused.isPassing || pause === undefined || !(0,live/* isRead */.H9)(plan.live))
            throw afterAttempts(refused.error, attempt);
        surroundings.onStep(`Refused for a reason that may pass; attempt ${attempt + 1} of ${PAUSES.length + 1}`);
        await surroundings.pause(pause);
        const fresh = await planAgain(prepared).catch(() => undefined);
        if (fresh === undefined || (0,model_plan/* hasRefusals */.q5)(fresh) || !isPartOf(fresh, plan) || isLate())
            throw afterAttempts(refused.error, attempt);
        if (fresh.changes.length === 0)
            return attempt;
        left = fresh;
    }
}
/** The last refusal, with how often it was tried. */
function afterAttempts(error, attempts) {
    if (attempts === 1)
        return error;
    const message = `${error.message} Tried ${attempts} times, each time after a fresh read.`;
    const { code, hint, exitStatus, places } = error;
    return new errors/* CommandError */.Q({ code, message, hint, exitStatus, places, cause: error });
}
function isPartOf(fresh, shown) {
    const known = new Set(shown.changes.map((change) => JSON.stringify(change)));
    return fresh.changes.every((change) => known.has(JSON.stringify(change)));
}
async function readAfter(prepared) {
    try {
        const after = await planAgain(prepared, 'desired');
        if (after !== undefined)
            return after;
    }
    catch (cause) {
        if (!(cause instanceof errors/* CommandError */.Q))
            throw cause;
        throw unverified(cause.message, cause);
    }
    throw unverified('The repository can no longer be read.');
}
function unverified(message, cause) {
    return new errors/* CommandError */.Q({
        code: 'unverified',
        message: `The server took the push, but it could not be verified: ${message}`,
        hint: 'Plan again: it should say `No changes.`',
        exitStatus: errors/* EXIT */.d.unknown,
        cause,
    });
}

;// CONCATENATED MODULE: ./lib/commands/apply.js
// apply: plan, check, announce, push, record, verify.










/** @param onPlan gets the plan before anything is sent, so that it is seen whatever becomes of the push */
async function apply(options, surroundings, onPlan) {
    const check = async (prepared) => (0,plan_file.refuseUnreviewed)(await refuseOlder(prepared, options), options, surroundings.cwd);
    const use = async (asked) => {
        const prepared = await withApproval(asked, { options, surroundings, check });
        const checked = await check(prepared);
        const stop = surroundings.heedStop?.();
        const { plan, held } = await announceApply(prepared, { plan: checked, surroundings });
        const result = { ...(0,commands_plan/* resultOf */.B)(prepared), plan };
        const push = async () => {
            await onPlan({ ...result, remarks: [...result.remarks, ...(await uncommitted(prepared))] });
            if ((0,model_plan/* hasRefusals */.q5)(plan) || plan.changes.length === 0)
                return 0;
            // Held or not: origin was asked, and that takes its time.
            const isOld = prepared.project.git?.origin === true || prepared !== asked;
            const left = isOld ? await stillPlanned(prepared, plan) : plan;
            return pushUntilTaken(prepared, { plan: left, held, options, surroundings, stop });
        };
        const attempts = await whileAnnounced(push, { ...prepared.project, held, now: surroundings.now });
        if ((0,model_plan/* hasRefusals */.q5)(plan))
            return { ...result, outcome: 'refused' };
        // Recorded before it is verified: what the server took is ours, whatever reading says afterwards.
        const recorded = await record(prepared, { surroundings, held, options });
        if (plan.changes.length === 0)
            return { ...result, remarks: recorded, outcome: 'nothing' };
        const outcome = options.verify ? await verify(prepared) : 'unchecked';
        // The plan's own remarks were seen with it; these are about what came after.
        const again = attempts > 1 ? [`The server took the push at attempt ${attempts}.`] : [];
        return { ...result, remarks: [...again, ...recorded], outcome };
    };
    refuseComparison(options);
    return (0,prepare/* prepare */.i)(options, { surroundings, use });
}
/** What looks at a plan from a branch's side has no part in what is pushed. */
function refuseComparison({ base, offline }) {
    if (base === undefined && !offline)
        return;
    throw new errors/* CommandError */.Q({
        code: 'bad-option',
        message: 'An apply takes neither a base nor `offline`: both are for plans.',
    });
}


/***/ }),

/***/ 5586:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   A4: () => (/* binding */ besideOf),
/* harmony export */   f6: () => (/* binding */ staged),
/* harmony export */   ht: () => (/* binding */ writeFlushed)
/* harmony export */ });
/* unused harmony export Stage */
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
// [edge] Where files are written before they are put in place, and what a run that was killed left there.


/** Hidden from `include`, and from Git by what is in it. */
const STAGE = '.confighub-sync.tmp';
const HIDING = '.gitignore';
/** Writes, beside the files of a project, what is to take their places; all of it is gone afterwards. */
function staged(root, use) {
    const stage = new Stage(root);
    try {
        return use(stage);
    }
    finally {
        stage.clear();
    }
}
class Stage {
    #root;
    #folder;
    #elsewhere = [];
    #count = 0;
    /** What is there already is of a run that was killed. */
    constructor(root) {
        this.#root = root;
        this.#folder = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, STAGE);
        this.clear();
    }
    /** Flushed, and on the disk of its place: a rename must not come before what it renames, nor copy it. */
    write(target, { content, mode }) {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.mkdirSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(target), { recursive: true });
        const beside = this.#beside(target);
        writeFlushed(beside, content, mode);
        return beside;
    }
    #beside(target) {
        if ((0,node_fs__WEBPACK_IMPORTED_MODULE_0__.statSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(target)).dev === (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.statSync)(this.#root).dev) {
            if (this.#count === 0)
                this.#hide();
            this.#count += 1;
            return (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(this.#folder, String(this.#count));
        }
        // Through a link, to a disk of its own.
        const beside = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(target), `.${(0,node_path__WEBPACK_IMPORTED_MODULE_1__.basename)(target)}${STAGE}`);
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(beside, { force: true });
        this.#elsewhere.push(beside);
        return beside;
    }
    /** Once, because Git sees everything while this is being written. */
    #hide() {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.mkdirSync)(this.#folder, { recursive: true });
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.writeFileSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(this.#folder, HIDING), '*\n');
    }
    clear() {
        for (const path of this.#elsewhere)
            (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(path, { force: true });
        // What hides the others goes last.
        const names = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)(this.#folder) ? (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readdirSync)(this.#folder) : [];
        for (const name of names)
            if (name !== HIDING)
                (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(this.#folder, name), { force: true });
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(this.#folder, { recursive: true, force: true });
    }
}
/** Fails where the name is taken. */
function writeFlushed(path, content, mode = 0o666) {
    const file = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.openSync)(path, 'wx', mode);
    try {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.writeFileSync)(file, content);
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.fsyncSync)(file);
    }
    finally {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.closeSync)(file);
    }
}
/** A name beside this one that no other process writes to; what dead ones left there is removed. */
function besideOf(path) {
    const folder = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(path);
    const prefix = `${(0,node_path__WEBPACK_IMPORTED_MODULE_1__.basename)(path)}.`;
    for (const name of (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readdirSync)(folder)) {
        const pid = name.startsWith(prefix) && /^(\d+)\.tmp$/.exec(name.slice(prefix.length))?.[1];
        if (pid && (Number(pid) === process.pid || !isAlive(Number(pid))))
            (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(folder, name));
    }
    return `${path}.${process.pid}.tmp`;
}
function isAlive(pid) {
    try {
        return process.kill(pid, 0);
    }
    catch (error) {
        // Somebody else's.
        return error instanceof Error && 'code' in error && error.code === 'EPERM';
    }
}


/***/ }),

/***/ 2934:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   refuseUnreviewed: () => (/* binding */ refuseUnreviewed),
/* harmony export */   writePlanFile: () => (/* binding */ writePlanFile)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(452);
/* harmony import */ var _model_json_size_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(601);
/* harmony import */ var _model_strict_json_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4159);
/* harmony import */ var _plan_review_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(2591);
/* harmony import */ var _beside_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(5586);
// [edge] Plan files: what `plan --out` writes and `apply --plan` reads.







/** The plan with a refusal for every change that the plan file does not have; as it is where none was given. */
function refuseUnreviewed(plan, { planFile, digestKey }, cwd) {
    if (planFile === undefined)
        return plan;
    const review = readReview((0,node_path__WEBPACK_IMPORTED_MODULE_1__.resolve)(cwd, planFile), planFile);
    const findings = (0,_plan_review_js__WEBPACK_IMPORTED_MODULE_5__.notReviewed)(plan, { review, digestKey });
    return { ...plan, findings: [...plan.findings, ...findings] };
}
/** A plan of as many changes as a server takes at once is smaller. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Far deeper than any plan, and the bodies of its pushes. */
const MAX_DEPTH = 100;
/** Throws {@link CommandError} for a file that is no plan of this version: an artifact may hold anything. */
function readReview(path, shown) {
    try {
        const { size, isFile } = regular(path);
        const text = isFile && size <= MAX_BYTES ? (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)(path, 'utf8') : '';
        const isBounded = (0,_model_json_size_js__WEBPACK_IMPORTED_MODULE_3__/* .excessOf */ .F)(text, { depth: MAX_DEPTH }) === undefined;
        const file = isBounded ? JSON.parse(text) : undefined;
        if ((0,_model_strict_json_js__WEBPACK_IMPORTED_MODULE_4__/* .isPlainObject */ .Qd)(file) && file.version === 1 && isReview(file.review))
            return file.review;
    }
    catch (cause) {
        throw noPlan(shown, cause);
    }
    throw noPlan(shown);
}
/** Nobody waits for a pipe that nobody writes to. */
function regular(path) {
    const stat = (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.statSync)(path);
    return { size: stat.size, isFile: stat.isFile() };
}
/** Written beside, flushed and renamed: there is never half a plan. Throws {@link CommandError}. */
function writePlanFile(path, content) {
    let beside;
    try {
        beside = (0,_beside_js__WEBPACK_IMPORTED_MODULE_6__/* .besideOf */ .A4)(path);
        (0,_beside_js__WEBPACK_IMPORTED_MODULE_6__/* .writeFlushed */ .ht)(beside, content, 0o600);
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.renameSync)(beside, path);
    }
    catch (cause) {
        if (beside !== undefined)
            (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(beside, { force: true });
        throw new _errors_js__WEBPACK_IMPORTED_MODULE_2__/* .CommandError */ .Q({
            code: 'bad-plan-file',
            message: `${path} cannot be written.`,
            hint: 'Is there such a folder, and may this user write there?',
            cause,
        });
    }
}
function isReview(review) {
    if (!(0,_model_strict_json_js__WEBPACK_IMPORTED_MODULE_4__/* .isPlainObject */ .Qd)(review) || !(0,_model_strict_json_js__WEBPACK_IMPORTED_MODULE_4__/* .isPlainObject */ .Qd)(review.target) || !Array.isArray(review.items))
        return false;
    return typeof review.target.url === 'string' && review.items.every(isItem);
}
const NAMES = {
    key: ['key'],
    value: ['key', 'context'],
    file: ['path', 'context'],
};
function isItem(item) {
    if (!(0,_model_strict_json_js__WEBPACK_IMPORTED_MODULE_4__/* .isPlainObject */ .Qd)(item) || typeof item.kind !== 'string' || typeof item.action !== 'string')
        return false;
    const names = Object.hasOwn(NAMES, item.kind) ? NAMES[item.kind] : undefined;
    return names?.every((name) => typeof item[name] === 'string') === true;
}
function noPlan(path, cause) {
    const why = cause instanceof Error && 'code' in cause ? 'cannot be read' : 'is no plan of this version';
    return new _errors_js__WEBPACK_IMPORTED_MODULE_2__/* .CommandError */ .Q({
        code: 'bad-plan-file',
        message: `${path} ${why}.`,
        hint: 'Write it with `confighub-sync plan --out <file>`.',
        cause,
    });
}


/***/ }),

/***/ 4583:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  plan: () => (/* binding */ plan),
  B: () => (/* binding */ resultOf)
});

// EXTERNAL MODULE: ./lib/commands/base.js + 1 modules
var commands_base = __webpack_require__(6907);
// EXTERNAL MODULE: ./lib/errors.js
var errors = __webpack_require__(452);
// EXTERNAL MODULE: ./lib/model/apply-entry.js
var apply_entry = __webpack_require__(9932);
// EXTERNAL MODULE: ./lib/model/state.js
var state = __webpack_require__(6616);
// EXTERNAL MODULE: ./lib/plan/make-plan.js + 28 modules
var make_plan = __webpack_require__(1985);
;// CONCATENATED MODULE: ./lib/plan/offline.js
/**
 * Live with head's own item wherever both take an unknown text from the same variable: whatever it holds, the two are
 * the same.
 */
function withSameVariables(live, head) {
    const keys = Array.from(live.keys, ([id, key]) => {
        const values = Array.from(key.values, ([context, value]) => {
            return [context, sameOr(value, head.keys.get(id)?.values.get(context))];
        });
        return [id, { ...key, values: new Map(values) }];
    });
    const files = Array.from(live.files, ([id, file]) => {
        return [id, sameOr(file, head.files.get(id))];
    });
    return { keys: new Map(keys), files: new Map(files) };
}
function sameOr(item, other) {
    if (!item.unknown || !other?.unknown || item.variable === undefined)
        return item;
    return item.variable === other.variable ? other : item;
}
/** What cannot be compared is declared in another way, so it is a change; what the server holds is not known. */
function offlinePlan(plan) {
    const { unmanagedItems: _, ...rest } = plan;
    return { ...rest, unmanaged: 0, changes: plan.changes.map(declared), drift: [] };
}
function declared({ rewritten, ...change }) {
    return rewritten ? { ...change, cause: 'declared' } : change;
}

// EXTERNAL MODULE: ./lib/plan/safety.js + 1 modules
var safety = __webpack_require__(393);
// EXTERNAL MODULE: ./lib/commands/change-comment.js + 1 modules
var change_comment = __webpack_require__(6739);
// EXTERNAL MODULE: ./lib/commands/policy.js
var policy = __webpack_require__(2182);
// EXTERNAL MODULE: ./lib/commands/project.js + 3 modules
var commands_project = __webpack_require__(3753);
;// CONCATENATED MODULE: ./lib/commands/offline.js
// `plan --offline`: head against base, without a server and without a token; for pull requests that have no secrets.










/** Values of variables differ between those who may see them and those who may not; their names do not. */
const NO_VALUES = {};
/** Throws {@link CommandError} without a base, or with one that is not there: nothing could be compared. */
async function planOffline(options, surroundings) {
    const { base: revision } = options;
    if (revision === undefined || options.baseline !== undefined)
        throw badOptions(options);
    const project = await (0,commands_project/* openProject */.U8)(options, { surroundings, missingEnv: 'warning', values: NO_VALUES });
    const { onSecret } = surroundings;
    const answer = await (0,commands_base/* readBase */.w)(project, { revision, env: NO_VALUES, onSecret });
    if ('unknown' in answer)
        throw answer.unknown;
    const made = offlinePlan((0,make_plan/* makePlan */.C)(inputOf({ project, options, answer })));
    const base = 'base' in answer ? answer.base : undefined;
    const { git } = project;
    const head = await git?.head();
    const compared = base && { base: { commit: base.commit }, safety: (0,safety/* safetyChanges */.o)(base, project) };
    return {
        plan: { ...made, ...compared },
        warnings: project.diagnostics.filter(({ code }) => code !== 'env-missing'),
        remarks: 'unreadable' in answer ? [`There is no base: ${answer.unreadable}.`] : [],
        changeComment: await (0,change_comment/* changeComment */.E)(options, { git, head, surroundings }),
    };
}
function inputOf({ project, options, answer }) {
    const base = 'base' in answer && !answer.base.isEmpty ? answer.base : undefined;
    return {
        ...(0,policy/* policyOf */.U)(project, options),
        // A password that is missing here is not missing where an apply runs.
        passwordOf: (group) => (project.passwords.variables.has(group) ? 'not known offline' : undefined),
        target: targetOf({ project, options, base }),
        settings: { vdtEnabled: true },
        desired: project.state,
        live: base === undefined ? (0,state/* emptyState */.p$)() : withSameVariables((0,make_plan/* standIn */.u)(base.state), project.state),
        liveSource: 'base' in answer ? 'base' : 'none',
        ...(base && { baseline: base.state }),
        listUnmanaged: false,
        hasToken: true,
        notes: [noteOf(answer)],
        isOffline: true,
        typesKnown: true,
    };
}
/** A pull request from elsewhere may lack even the address. */
function targetOf({ project, options, base }) {
    const { url = '', repository = { account: '', name: '' } } = { ...project.project, ...options };
    const depth = project.depth?.levels ?? base?.depth?.levels ?? 1;
    const levels = project.project.levels ?? Array.from({ length: depth }, (_, i) => `Level ${i + 1}`);
    return { url, ...repository, levels };
}
function noteOf(answer) {
    if ('unreadable' in answer)
        return 'Made offline, and without a base that can be read: every declared item is shown as new.';
    return `Made offline, against what commit ${(0,apply_entry/* shortCommit */.A)(answer.base.commit)} declares: what only the server knows, and the values of variables, are not checked.`;
}
function badOptions({ base }) {
    const message = base === undefined
        ? 'Offline, a plan needs a base to compare with.'
        : 'Offline, a plan is compared with its base: it takes no baseline.';
    const hint = base === undefined ? 'Give --base <revision>.' : 'Leave out --baseline and --no-baseline.';
    return new errors/* CommandError */.Q({ code: 'bad-option', message, hint });
}

// EXTERNAL MODULE: ./lib/commands/prepare.js + 1 modules
var prepare = __webpack_require__(7257);
// EXTERNAL MODULE: ./lib/commands/running.js
var running = __webpack_require__(7589);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./lib/baseline/find-commit.js
var find_commit = __webpack_require__(36);
// EXTERNAL MODULE: ./lib/baseline/git.js
var git = __webpack_require__(6263);
// EXTERNAL MODULE: ./lib/baseline/snapshot.js + 1 modules
var snapshot = __webpack_require__(9985);
// EXTERNAL MODULE: ./lib/baseline/work-tree.js
var work_tree = __webpack_require__(3263);
// EXTERNAL MODULE: ./lib/desired/load.js + 13 modules
var load = __webpack_require__(6552);
// EXTERNAL MODULE: ./lib/desired/project-files.js
var project_files = __webpack_require__(4501);
;// CONCATENATED MODULE: ./lib/commands/trust.js
// Which address a token may go to where the files come from a pull request: one that its base names as well.








/**
 * Why the server must not be asked, in a whole sentence; `undefined`: it may be. Without a token there is nothing to
 * protect, and an address that the workflow gives (`options.url`) is not the pull request's.
 */
async function distrust(options, surroundings) {
    if (!options.untrusted || options.token === undefined || options.url !== undefined)
        return undefined;
    const { url } = (0,commands_project/* readProjectFile */.SI)(options, surroundings);
    if (url === undefined || url === (await baseUrl(options, surroundings)))
        return undefined;
    return 'Planned without the server: only this branch names its address (`url`), not the branch that it goes to, and a token is sent to no such address. Give the workflow the input `url`, or merge the address first.';
}
/** `url` of the project file as the base has it. */
async function baseUrl({ config, base }, { cwd, env, forge }) {
    const path = (0,external_node_path_.resolve)(cwd, config);
    try {
        const git = await (0,work_tree/* openRepository */.h)((0,external_node_path_.dirname)(path), { env: { ...env }, forge });
        const commit = git && base !== undefined ? await (0,find_commit/* findCommit */.f)(git, base) : undefined;
        if (git === undefined || commit === undefined)
            return undefined;
        const listed = await (0,snapshot/* listFolder */.bt)(git, { commit, folder: git.folder });
        const entries = listed.filter((entry) => entry.path === (0,external_node_path_.basename)(path));
        const files = (0,project_files/* filesInMemory */._o)(await (0,snapshot/* readContents */.r0)(git, { commit, entries }));
        return (0,load/* loadProjectFile */.kB)(files, (0,external_node_path_.basename)(path)).url;
    }
    catch (error) {
        if (error instanceof git/* GitError */.XS)
            return undefined;
        throw error;
    }
}

;// CONCATENATED MODULE: ./lib/commands/plan.js





async function plan(options, surroundings) {
    if (options.offline)
        return planOffline(options, surroundings);
    const doubt = await distrust(options, surroundings);
    if (doubt !== undefined) {
        const result = await planOffline(options, surroundings);
        return { ...result, remarks: [doubt, ...result.remarks] };
    }
    const use = async (prepared) => {
        const compared = (0,commands_base/* withBase */.c)(prepared, options);
        const now = surroundings.now();
        const plan = (0,running/* withRunningWarning */.oz)(compared.plan, { baseline: prepared.baseline, now });
        return resultOf({ ...prepared, plan, remarks: [...prepared.remarks, ...compared.remarks] });
    };
    return (0,prepare/* prepare */.i)(options, { surroundings, use });
}
function resultOf({ plan, warnings, remarks, changeComment }) {
    return { plan, warnings, remarks, changeComment };
}


/***/ }),

/***/ 7589:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   TK: () => (/* binding */ deadApplying),
/* harmony export */   Tn: () => (/* binding */ runningFinding),
/* harmony export */   WY: () => (/* binding */ described),
/* harmony export */   W_: () => (/* binding */ isRunning),
/* harmony export */   oz: () => (/* binding */ withRunningWarning)
/* harmony export */ });
/* harmony import */ var _model_apply_entry_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9932);
/* harmony import */ var _model_push_time_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8423);


/** An announcement counts until it expires; one that does not say when, until somebody unlocks. */
function isRunning(applying, now) {
    return applying !== undefined && (applying.until === undefined || now < applying.until);
}
/** The announcement of a run that died: the next one takes it over. */
function deadApplying(applying, now) {
    return isRunning(applying, now) ? undefined : applying;
}
function runningFinding(applying, now) {
    const { problem, until } = applying;
    if (problem !== undefined || until === undefined) {
        return {
            code: 'apply-running',
            message: `Another apply announced itself, and what it announced cannot be read${problem === undefined ? '' : ` (${problem})`}.`,
            hint: 'Wait for it. If no apply is running, remove it with `confighub-sync unlock`.',
        };
    }
    return {
        code: 'apply-running',
        message: `Another apply may still be running: ${described(applying, now)}.`,
        hint: `Wait for it. At ${until.toISOString()} it counts as dead, and the next apply takes over; if it is dead already, \`confighub-sync unlock\` does not wait.`,
    };
}
/** `announced 2 minutes ago by ada, commit 0123456789, https://github.com/…/runs/42`. */
function described({ since, actor, source, run }, now) {
    const seconds = since && Math.max(0, Math.round((now.getTime() - since.getTime()) / 1000));
    const parts = [
        `announced${seconds === undefined ? '' : ` ${(0,_model_push_time_js__WEBPACK_IMPORTED_MODULE_0__/* .duration */ .p)(seconds)} ago`}${actor === undefined ? '' : ` by ${actor}`}`,
        source && `commit ${(0,_model_apply_entry_js__WEBPACK_IMPORTED_MODULE_1__/* .shortCommit */ .A)(source)}`,
        run,
    ];
    return parts.filter((part) => part !== undefined).join(', ');
}
/** The plan of somebody who only looks: what another apply is about to change is not in it. */
function withRunningWarning(plan, { baseline, now }) {
    const applying = baseline.applied?.applying;
    if (!isRunning(applying, now))
        return plan;
    const warning = { severity: 'warning', ...runningFinding(applying, now) };
    return { ...plan, findings: [...plan.findings, warning] };
}


/***/ }),

/***/ 4557:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  pushBody: () => (/* binding */ pushBody)
});

// EXTERNAL MODULE: ./lib/model/state.js
var state = __webpack_require__(6616);
;// CONCATENATED MODULE: ./lib/remote/pair.js
function pairs(passwordOf) {
    return (securityGroup) => {
        if (securityGroup === undefined)
            return {};
        const password = passwordOf?.(securityGroup);
        // A guard refuses such a plan; if it ever did not, nothing may be stored in the clear.
        if (password === undefined)
            throw new Error(`no password of the security group ${securityGroup}`);
        return { securityGroup, password };
    };
}

;// CONCATENATED MODULE: ./lib/remote/push-body.js


/**
 * The body of one push of a plan: of all its changes, or of one of its phases. `data` is empty when there is
 * nothing to send.
 */
function pushBody({ changes, passwordOf }, changeComment) {
    const pairOf = pairs(passwordOf);
    const keys = groupByKey(changes);
    const creates = keys.some(({ own }) => own?.action === 'create');
    const data = [
        ...changes.filter((change) => change.kind === 'file').flatMap((change) => fileEntries(change, pairOf)),
        ...keys.flatMap((group) => keyEntries(group, pairOf)),
    ];
    return { changeComment, ...(creates ? { enableKeyCreation: true } : {}), data };
}
function groupByKey(changes) {
    const groups = new Map();
    for (const change of changes) {
        if (change.kind === 'file')
            continue;
        const id = (0,state/* keyId */.xs)(change.key);
        const group = groups.get(id) ?? { name: change.key, upserts: [], deletes: [] };
        groups.set(id, group);
        if (change.kind === 'key')
            group.own = change;
        else if (change.action === 'delete')
            group.deletes.push(change);
        else
            group.upserts.push(change);
    }
    return [...groups.values()];
}
/** A pair goes only with what brings a key into its group; afterwards the token must carry the group (18.14). */
function keyEntries(group, pairOf) {
    const { own } = group;
    if (own?.action === 'delete')
        return deletedKey(group, own);
    const isNewInGroup = own !== undefined && own.before?.securityGroup !== own.after?.securityGroup;
    const pair = isNewInGroup ? pairOf(own.after?.securityGroup) : {};
    return own?.action === 'create' ? newKey(group, { own, pair }) : changedKey(group, pair);
}
/** Born with `push: true`, because a key that is born locked can never be pushed again (18.4). */
function newKey({ name, upserts }, { own, pair }) {
    const { vdt = 'Text', readme, deprecated = false, push = true } = own.after ?? {};
    const text = readme === undefined ? {} : { readme };
    const birth = { key: name, vdt, ...text, ...pair, push };
    if (upserts.length > 0) {
        return [{ ...birth, ...(deprecated ? { deprecated } : {}), values: upserts.map(upsert) }];
    }
    // A key without values is stored only when `push: false` or `deprecated: false` is in its entry (7.5).
    if (!push)
        return [{ ...birth, deprecated }];
    const entries = [{ ...birth, deprecated: false }];
    if (deprecated)
        entries.push({ key: name, vdt, push, deprecated: true });
    return entries;
}
/**
 * A key that only lost what was ours is emptied value by value, and the server drops it with its last one: what
 * others add to it at the same moment stays.
 */
function deletedKey({ name, deletes }, { whole }) {
    if (whole || deletes.length === 0)
        return [{ key: name, opp: 'delete' }];
    return [{ key: name, values: deletes.map(removal) }];
}
function changedKey({ name, own, upserts, deletes }, pair) {
    const vdt = own?.after?.vdt ?? [...upserts, ...deletes][0]?.vdt ?? 'Text';
    const isTyped = own !== undefined && own.before?.vdt !== own.after?.vdt;
    // A new type or a new group makes the server save the key, as a value does.
    const hasTrigger = upserts.length > 0 || isTyped || pair.securityGroup !== undefined;
    const pushComesLast = own !== undefined && needsLastEntry(own, hasTrigger);
    const written = pushComesLast ? withoutPush(own) : own;
    const members = { ...pair, ...metadata(written, hasTrigger) };
    const values = upserts.map(upsert);
    if (written?.anchor !== undefined && changesBoth(written) && values.length === 0 && !isTyped) {
        values.push({ context: written.anchor });
    }
    const entries = [];
    const removals = deletes.map(removal);
    if (Object.keys(members).length > 0 || isTyped || values.length > 0) {
        // An entry that deletes a value leaves the type alone, given or not: a new type needs an entry of its own (18.6).
        const together = isTyped ? values : [...values, ...removals];
        entries.push({ key: name, vdt, ...members, ...(together.length > 0 ? { values: together } : {}) });
        if (isTyped && removals.length > 0)
            entries.push({ key: name, values: removals });
    }
    else if (removals.length > 0) {
        entries.push({ key: name, values: removals });
    }
    const { push = true, deprecated = false } = own?.after ?? {};
    return pushComesLast ? [...entries, { key: name, vdt, push, deprecated }] : entries;
}
/**
 * Locking comes last, because from then on every entry for the key is refused (18.7); and so does `push` where
 * `deprecated` changes too and there is no value to make both stick (18.5).
 */
function needsLastEntry(own, hasTrigger) {
    if (own.before?.push === own.after?.push)
        return false;
    return own.after?.push === false || (changesBoth(own) && !hasTrigger && own.anchor === undefined);
}
function withoutPush(own) {
    const { push: _, ...after } = own.after ?? {};
    return {
        ...own,
        after: { ...after, ...(own.before?.push === undefined ? {} : { push: own.before.push }) },
    };
}
/**
 * The members that change, with what makes them stick: the server stores metadata only when its entry also
 * holds an unchanged `push` or `deprecated`, a new type, or a value (7.4, 18.5).
 */
function metadata(own, hasTrigger) {
    if (own === undefined)
        return {};
    const { before = {}, after = {} } = own;
    const changed = {};
    if (after.readme !== undefined && after.readme !== before.readme)
        changed.readme = after.readme;
    if (after.deprecated !== before.deprecated)
        changed.deprecated = after.deprecated ?? false;
    if (after.push !== before.push)
        changed.push = after.push ?? true;
    if (hasTrigger || Object.keys(changed).length === 0)
        return changed;
    if (changed.push === undefined)
        changed.push = before.push ?? true;
    else if (changed.deprecated === undefined)
        changed.deprecated = before.deprecated ?? false;
    return changed;
}
function changesBoth({ before = {}, after = {} }) {
    return before.push !== after.push && before.deprecated !== after.deprecated;
}
function upsert(change) {
    return { context: change.context, value: change.after ?? null };
}
function removal(change) {
    return { context: change.context, opp: 'delete' };
}
/**
 * The server takes no new file into a group: it is made empty, and brought in by a second entry (18.15). Only a file
 * that is new may name a new key (18.13).
 */
function fileEntries(change, pairOf) {
    const { path: file, context, securityGroup, action } = change;
    const removed = { file, context, opp: 'delete' };
    if (action === 'delete')
        return [removed];
    const written = { file, context, content: change.after ?? '', ...pairOf(securityGroup) };
    if (securityGroup !== undefined && action === 'create')
        return [{ file, context, content: '' }, written];
    return action === 'update' && change.withNewKeys ? [removed, written] : [written];
}


/***/ })

};
