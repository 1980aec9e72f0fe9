export const id = 176;
export const ids = [176];
export const modules = {

/***/ 9629:
/***/ ((module, __unused_webpack_exports, __webpack_require__) => {



const https = __webpack_require__(5692)
const http = __webpack_require__(8611)
const { URL } = __webpack_require__(7016)

class HttpProxyAgent extends http.Agent {
  constructor (options) {
    const { proxy, proxyRequestOptions, ...opts } = options
    super(opts)
    this.proxy = typeof proxy === 'string'
      ? new URL(proxy)
      : proxy
    this.proxyRequestOptions = proxyRequestOptions || {}
  }

  createConnection (options, callback) {
    const requestOptions = {
      ...this.proxyRequestOptions,
      method: 'CONNECT',
      host: this.proxy.hostname,
      port: this.proxy.port,
      path: `${options.host}:${options.port}`,
      setHost: false,
      headers: { ...this.proxyRequestOptions.headers, connection: this.keepAlive ? 'keep-alive' : 'close', host: `${options.host}:${options.port}` },
      agent: false,
      timeout: options.timeout || 0
    }

    if (this.proxy.username || this.proxy.password) {
      const base64 = Buffer.from(`${decodeURIComponent(this.proxy.username || '')}:${decodeURIComponent(this.proxy.password || '')}`).toString('base64')
      requestOptions.headers['proxy-authorization'] = `Basic ${base64}`
    }

    if (this.proxy.protocol === 'https:') {
      requestOptions.servername = this.proxy.hostname
    }

    const request = (this.proxy.protocol === 'http:' ? http : https).request(requestOptions)
    request.once('connect', (response, socket, head) => {
      request.removeAllListeners()
      socket.removeAllListeners()
      if (response.statusCode === 200) {
        callback(null, socket)
      } else {
        socket.destroy()
        callback(new Error(`Bad response: ${response.statusCode}`), null)
      }
    })

    request.once('timeout', () => {
      request.destroy(new Error('Proxy timeout'))
    })

    request.once('error', err => {
      request.removeAllListeners()
      callback(err, null)
    })

    request.end()
  }
}

class HttpsProxyAgent extends https.Agent {
  constructor (options) {
    const { proxy, proxyRequestOptions, ...opts } = options
    super(opts)
    this.proxy = typeof proxy === 'string'
      ? new URL(proxy)
      : proxy
    this.proxyRequestOptions = proxyRequestOptions || {}
  }

  createConnection (options, callback) {
    const requestOptions = {
      ...this.proxyRequestOptions,
      method: 'CONNECT',
      host: this.proxy.hostname,
      port: this.proxy.port,
      path: `${options.host}:${options.port}`,
      setHost: false,
      headers: { ...this.proxyRequestOptions.headers, connection: this.keepAlive ? 'keep-alive' : 'close', host: `${options.host}:${options.port}` },
      agent: false,
      timeout: options.timeout || 0
    }

    if (this.proxy.username || this.proxy.password) {
      const base64 = Buffer.from(`${decodeURIComponent(this.proxy.username || '')}:${decodeURIComponent(this.proxy.password || '')}`).toString('base64')
      requestOptions.headers['proxy-authorization'] = `Basic ${base64}`
    }

    // Necessary for the TLS check with the proxy to succeed.
    if (this.proxy.protocol === 'https:') {
      requestOptions.servername = this.proxy.hostname
    }

    const request = (this.proxy.protocol === 'http:' ? http : https).request(requestOptions)
    request.once('connect', (response, socket, head) => {
      request.removeAllListeners()
      socket.removeAllListeners()
      if (response.statusCode === 200) {
        const secureSocket = super.createConnection({ ...options, socket })
        callback(null, secureSocket)
      } else {
        socket.destroy()
        callback(new Error(`Bad response: ${response.statusCode}`), null)
      }
    })

    request.once('timeout', () => {
      request.destroy(new Error('Proxy timeout'))
    })

    request.once('error', err => {
      request.removeAllListeners()
      callback(err, null)
    })

    request.end()
  }
}

module.exports = {
  HttpProxyAgent,
  HttpsProxyAgent
}


/***/ }),

/***/ 3996:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  applyProject: () => (/* binding */ applyProject),
  showDrift: () => (/* binding */ showDrift),
  showHistory: () => (/* binding */ showHistory),
  showPlan: () => (/* binding */ showPlan),
  unlockTarget: () => (/* binding */ unlockTarget),
  validateProject: () => (/* binding */ validateProject)
});

// EXTERNAL MODULE: ./lib/errors.js
var errors = __webpack_require__(452);
// EXTERNAL MODULE: ./lib/lib/text.js
var lib_text = __webpack_require__(5924);
// EXTERNAL MODULE: ./lib/model/apply-entry.js
var apply_entry = __webpack_require__(9932);
// EXTERNAL MODULE: ./lib/model/plan.js
var model_plan = __webpack_require__(2774);
// EXTERNAL MODULE: ./lib/plan/push-batches.js
var push_batches = __webpack_require__(9854);
// EXTERNAL MODULE: ./lib/record/git-history.js
var git_history = __webpack_require__(4520);
// EXTERNAL MODULE: ./lib/record/git.js
var record_git = __webpack_require__(5689);
// EXTERNAL MODULE: ./lib/record/record.js
var record_record = __webpack_require__(2472);
// EXTERNAL MODULE: ./lib/record/record-format.js
var record_format = __webpack_require__(2962);
// EXTERNAL MODULE: ./lib/semantics/push-time.js
var push_time = __webpack_require__(1847);
// EXTERNAL MODULE: ./lib/remote/answer.js
var remote_answer = __webpack_require__(4790);
// EXTERNAL MODULE: ./lib/remote/client.js + 1 modules
var client = __webpack_require__(9389);
// EXTERNAL MODULE: ./lib/remote/refusals.js
var refusals = __webpack_require__(9341);
;// CONCATENATED MODULE: ./lib/remote/pusher.js
// Sends a push. Only an apply gets a Pusher.





/** The time for a push grows with the square of its values: minutes are normal (behaviour.md, section 16). */
const MIN_PUSH_TIMEOUT = 600_000;
/** The server answers without a body; only a gateway sends one. */
const MAX_BYTES = 1024 * 1024;
function createPusher(connection, options) {
    const form = connection.token === undefined ? `/${(0,client/* pathOf */.XM)(options.repository)}` : '';
    const url = `${connection.url}/rest/push${form}`;
    return {
        push: async (body, limit) => {
            try {
                const answer = await connection.http.send({
                    method: 'POST',
                    url,
                    headers: {
                        'Content-Type': 'application/json',
                        'Application-Name': options.applicationName,
                        ...(0,client/* documentedHeaders */.hU)(connection),
                        ...(0,client/* tokenHeader */.tf)(connection),
                    },
                    body: JSON.stringify(body),
                    timeout: limit,
                    maxBytes: MAX_BYTES,
                    signal: options.signal,
                });
                return readPushAnswer(answer, url);
            }
            catch (error) {
                if (!(error instanceof errors/* CommandError */.Qd) || !/^push-(unknown|timeout)$/.test(error.code))
                    throw error;
                return { outcome: 'unknown', error, mayStillRun: error.code === 'push-timeout' };
            }
        },
    };
}
/** Milliseconds to wait for the answer to a push, by the number of its changes. */
function pushLimit({ timeout }, changes) {
    return Math.max(timeout, MIN_PUSH_TIMEOUT, 3000 * (0,push_time/* expectedSeconds */.i)(changes).fast);
}
/**
 * A push succeeded only with status 200, an empty body and no HTML (behaviour.md, section 1). Only the server's 304, or
 * a status below 500, mean that it was not applied; anything else may come from a gateway.
 */
function readPushAnswer(answer, url) {
    const { status, headers, body } = answer;
    if (status === 200 && body.length === 0 && !(0,remote_answer/* isHtml */._6)(headers))
        return { outcome: 'done' };
    if (status === 304)
        return { outcome: 'refused', reason: (0,refusals/* readReason */.pk)(headers.etag) };
    if (status === 200) {
        const what = (0,remote_answer/* isHtml */._6)(headers) ? 'answered a push with a web page' : 'answered a push with a body';
        return { outcome: 'unknown', error: (0,remote_answer/* notTheApi */.XK)(url, what), mayStillRun: false };
    }
    if (status === 500 && body.length === 0 && headers.etag === undefined)
        return { outcome: 'unknown', error: withoutReason(url), mayStillRun: false };
    const error = (0,remote_answer/* unexpectedStatus */.uI)(answer, url);
    if (status < 500)
        throw status < 300 ? error : withoutEffect(error);
    // After a gateway timeout the server may still be working.
    return { outcome: 'unknown', error, mayStillRun: status === 504 };
}
function withoutEffect({ code, message, hint }) {
    return new errors/* CommandError */.Qd({ code, message: `${message} This push changed nothing.`, hint });
}
/** behaviour.md, section 5.4: the reason quotes the refused entry, and headers above 8 KiB are lost. */
function withoutReason(url) {
    return new errors/* CommandError */.Qd({
        code: 'http-status',
        message: `${url} returned status 500 and no reason. The server does this when it refuses an entry larger than 8 KB.`,
        hint: 'Apply the large entries of this plan one at a time to find the refused one.',
    });
}
/** The outcome of a push is unknown; `mayStillRun`: the server may still be processing it. */
class PushUnknown extends errors/* CommandError */.Qd {
    mayStillRun;
    constructor(cause, mayStillRun) {
        super({
            code: 'push-unknown',
            message: `The outcome of the push is unknown: ${cause.message}`,
            hint: mayStillRun
                ? 'The server may still be processing it. Wait 15 minutes, then apply again: it reads what the server accepted, and sends what is missing.'
                : 'Once the server responds, apply again: it reads what the server accepted, and sends what is missing.',
            exitStatus: errors/* EXIT */.dc.unknown,
            cause,
        });
        this.mayStillRun = mayStillRun;
    }
}

// EXTERNAL MODULE: ./lib/record/git-snapshot.js
var git_snapshot = __webpack_require__(634);
// EXTERNAL MODULE: ./lib/model/comment-template.js
var comment_template = __webpack_require__(3147);
;// CONCATENATED MODULE: ./lib/apply/change-comment.js
// The comment and the application name of a push, as the server can store them.




const DEFAULT_TEMPLATE = '{message}';
const DEFAULT_COMMENT = 'confighub-sync apply';
/** Characters. The longest comment that a real server was seen to store (behaviour.md, section 16). */
const MAX_COMMENT_LENGTH = 100_000;
/** The filled template; what was approved is added as a line of its own. */
async function changeComment(options, applied) {
    const template = options.changeComment ?? DEFAULT_TEMPLATE;
    const text = (0,comment_template/* fillTemplate */.ou)(template, await placeholderFacts(applied, new Set((0,comment_template/* placeholdersIn */.Qf)(template))));
    const comment = storable(withoutForced(storable(text)));
    const { forced, approvedBy } = applied.plan ?? {};
    if (forced === undefined)
        return comment;
    const by = approvedBy?.join(', ') ?? (await actorOf(applied.runtime, applied.git));
    return `${comment}\n\nForced: ${forced}${by === undefined ? '' : ` (approved by ${by})`}`;
}
const LINE_BREAK = /(\r\n|[\n\v\f\r\u0085\u2028\u2029])/;
/** Invisible characters, which could disguise a word. */
const UNSEEN = /[\p{C}\p{Z}\p{M}]/gu;
/** Only this program writes the line of an approval: a similar line in the template or commit message is quoted. */
function withoutForced(text) {
    const isSimilar = (line) => line.normalize('NFKC').replace(UNSEEN, '').toLowerCase().startsWith('forced:');
    return text
        .split(LINE_BREAK)
        .map((line) => (isSimilar(line) ? `> ${line.trimStart()}` : line))
        .join('');
}
/** Git and the forge are asked only for facts that the template uses. */
async function placeholderFacts({ git, head, runtime }, used) {
    const { run, facts } = runtime;
    const message = head?.message.trim();
    const branch = async () => facts?.branch ?? (git && (await (0,git_history/* currentBranch */.eR)(git)));
    const number = used.has('pull-request') ? await facts?.pullRequest?.() : undefined;
    return {
        message,
        subject: message?.split(/\r?\n/, 1)[0],
        sha: head?.commit,
        'short-sha': head && (0,apply_entry/* shortCommit */.Ax)(head.commit),
        branch: used.has('branch') ? await branch() : undefined,
        repository: facts?.repository,
        'pull-request': number?.toString(),
        actor: used.has('actor') ? await actorOf(runtime, git) : undefined,
        workflow: facts?.workflow?.replace(/\s+/g, ' ').trim(),
        run,
    };
}
/** Without NUL, which the server refuses, and without lone surrogates, which no request can carry. */
function storable(text) {
    const clean = text
        .replaceAll('\0', '')
        .replace(/\p{Cs}/gu, '\ufffd')
        .trim();
    if (clean === '')
        return DEFAULT_COMMENT;
    if (clean.length <= MAX_COMMENT_LENGTH)
        return clean;
    const cut = clean.slice(0, MAX_COMMENT_LENGTH - 1).replace(/[\ud800-\udbff]$/, '');
    return `${cut.trimEnd()}…`;
}
/** Who applies: as the entry knows, else the user configured in Git. */
async function actorOf({ actor }, git) {
    return actor?.trim() || (git && (await (0,git_snapshot/* committerOf */.Gz)(git)).get('user.name')) || undefined;
}
const DEFAULT_NAME = 'confighub-sync';
const MAX_NAME_LENGTH = 255;
/**
 * The server reads headers as Latin-1 and refuses a push with a longer name (behaviour.md, sections 1 and 18.17).
 * Control characters and repeated spaces become one space, characters beyond ASCII `?`.
 */
function applicationName(text = '') {
    const name = text
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .replace(/[^\x20-\x7e]/gu, '?')
        .trim()
        .slice(0, MAX_NAME_LENGTH)
        .trimEnd();
    return name === '' ? DEFAULT_NAME : name;
}

// EXTERNAL MODULE: ./lib/apply/record-errors.js
var record_errors = __webpack_require__(1603);
;// CONCATENATED MODULE: ./lib/apply/running-apply.js
// What plans and applies say of an apply that others have begun.



/** Sentences about the unfinished work of others that the next apply takes over. */
function unfinishedRemarks({ begun }, now) {
    const left = (0,record_record/* runningApply */.sT)({ begun }, { now }) === undefined ? begun : begun.slice(1);
    return left.map(({ source, actor }) => {
        const by = actor === undefined ? '' : ` by ${actor}`;
        return `An earlier apply of commit ${(0,apply_entry/* shortCommit */.Ax)(source)}${by} did not finish: all of it, a part or nothing may be on the server. The next apply takes over its work.`;
    });
}
function runningFinding({ apply, until }, now) {
    if (until === undefined) {
        const says = apply.until === undefined ? 'does not say when it ends' : `ends at '${apply.until}', which cannot be`;
        return {
            code: 'apply-running',
            message: `Another apply has begun, and its record ${says}: ${described(apply, now)}.`,
            hint: 'Wait for it to finish. If no apply is running, run `confighub-sync unlock`.',
        };
    }
    return {
        code: 'apply-running',
        message: `Another apply may still be running: ${described(apply, now)}.`,
        hint: `Wait for it to finish, at the latest at ${(0,apply_entry/* shownTime */.h5)(until.toISOString())}: then the next apply takes over. If it is no longer running, run \`confighub-sync unlock\` (in a workflow, \`command: unlock\`).`,
    };
}
/** `begun 9 minutes ago by ada, commit 0123456789, https://github.com/…/runs/42`. */
function described({ since, actor, source, run }, now) {
    const seconds = Math.round((now.getTime() - Date.parse(since)) / 1000);
    const ago = Number.isNaN(seconds) ? '' : ` ${(0,push_time/* duration */.p)(Math.max(0, seconds))} ago`;
    const parts = [`begun${ago}${actor === undefined ? '' : ` by ${actor}`}`, `commit ${(0,apply_entry/* shortCommit */.Ax)(source)}`, run];
    return parts.filter((part) => part !== undefined).join(', ');
}

;// CONCATENATED MODULE: ./lib/apply/apply-record.js
// The record of an apply: refuses what cannot be recorded, and begins, extends and finishes it around the pushes.













/**
 * The plan with refusals for what cannot be recorded, or may undo a newer apply. Throws {@link CommandError} if origin
 * is out of reach.
 */
async function refuseUnrecordable(plan, checkout, options) {
    if (plan.changes.length === 0)
        return plan;
    const { record } = checkout.baseline;
    if (record?.unreachable !== undefined)
        throw (0,record_errors/* unreachable */.HB)(record.unreachable);
    const older = await olderThan(checkout, options);
    const findings = [
        ...uncommitted(checkout),
        ...orphaned(checkout),
        ...(older === undefined ? [] : [olderCommit(older)]),
    ];
    return (0,model_plan/* withFindings */.$c)(plan, ...findings.map((finding) => ({ severity: 'refusal', ...finding })));
}
/** For a plan: what an apply would be refused for. */
async function warnOfRecord(plan, { checkout, now, ...options }) {
    const { record = NONE } = checkout.baseline;
    const running = (0,record_record/* runningApply */.sT)(record, { now });
    const older = plan.changes.length === 0 ? undefined : await olderThan(checkout, options);
    const findings = [
        ...(running === undefined ? [] : [runningFinding(running, now)]),
        ...(plan.changes.length === 0 ? [] : orphaned(checkout)),
        ...(older === undefined ? [] : [olderCommit(`An apply of this commit will be refused. ${older}`)]),
    ];
    return (0,model_plan/* withFindings */.$c)(plan, ...findings.map((finding) => ({ severity: 'warning', ...finding })));
}
const NONE = { begun: [] };
function uncommitted({ differences }) {
    if (differences === undefined || differences.uncommitted.length === 0)
        return [];
    return [
        {
            code: 'not-committed',
            message: `An apply is of a commit, and these files are not as they are committed: ${differences.uncommitted.join(', ')}.`,
            hint: 'Commit them, then apply. To apply generated files without a commit and without a record, copy the project to a folder outside of Git.',
        },
    ];
}
function orphaned({ project, baseline: { orphan } }) {
    if (orphan === undefined)
        return [];
    // Whoever may push refs chooses this name.
    const [file, own] = [orphan, project.display(project.projectFile)].map(lib_text/* shellQuoted */.x);
    return [
        {
            code: 'record-orphaned',
            message: `${project.projectFile} has no record of applies, but ${orphan}, which no longer exists, has one for the same repository of the server.`,
            hint: `If ${orphan} was renamed, run \`confighub-sync history --move ${file} --config ${own}\`. If it was removed, run \`confighub-sync history --forget --config ${file}\`.`,
        },
    ];
}
function olderCommit(message) {
    const hint = 'Apply the newest commit. To go back on purpose, apply once with --allow-older (input `allow-older: true`).';
    return { code: 'older-commit', message, hint };
}
/**
 * The last applied commits must be ancestors of this one, so that re-running an old job does not undo newer applies. A
 * sentence if this one is, or may be, older.
 */
async function olderThan({ project: { git }, baseline, head }, options) {
    const { record } = baseline;
    if (options.allowOlder || git === undefined || head === undefined || record === undefined)
        return undefined;
    const applies = [...(record.done ? [record.done] : []), ...record.begun];
    for (const { source, state } of applies) {
        const ancestry = await (0,git_history/* isAncestor */.QX)(git, source, head.commit);
        if (ancestry.answer === 'yes')
            continue;
        const what = state === 'done' ? 'last applied commit' : 'commit of an unfinished apply';
        const last = `The ${what}, ${(0,apply_entry/* shortCommit */.Ax)(source)},`;
        const commit = `this commit, ${(0,apply_entry/* shortCommit */.Ax)(head.commit)}`;
        return 'reason' in ancestry
            ? `${last} may be newer than ${commit} (${ancestry.reason}).`
            : `${last} is not an ancestor of ${commit}.`;
    }
    return undefined;
}
/** Milliseconds between the end of the longest push and the time when another apply may begin. */
const MARGIN = 60_000;
/**
 * Begins the record, before anything is sent. The plan gets a refusal if another apply is running or came first; without
 * a place for a record, nothing is begun. Throws {@link CommandError} if origin does not take the record.
 */
async function beginApply(applying, runtime) {
    const { plan } = applying.result;
    const { place, record } = applying.checkout.baseline;
    if (plan.changes.length === 0 || (0,model_plan/* hasRefusals */.q5)(plan) || place === undefined || record === undefined)
        return { plan };
    await runtime.onStep('Beginning the record of this apply');
    const now = clockOf(applying);
    const started = now();
    const [first = []] = (0,push_batches/* phasesOf */.I$)(plan);
    const limit = pushLimit(applying.server.connection, first.length);
    const until = new Date(started.getTime() + limit + MARGIN);
    const description = await descriptionOf(applying, { runtime, now: started });
    if (description === undefined)
        return { plan };
    const result = await (0,record_record/* begin */.qN)(place, record, { ...description, until }).catch(refusedBy);
    if (result.outcome === 'begun')
        return { plan, open: { held: result.held, now, limit } };
    if ('reason' in result)
        throw (0,record_errors/* notRecorded */.ok)(result);
    const finding = result.outcome === 'running' ? runningFinding(result.running, started) : OVERTAKEN;
    return { plan: (0,model_plan/* withFindings */.$c)(plan, { severity: 'refusal', ...finding }) };
}
/** Git itself failed, for example because the disk is full. */
function refusedBy(error) {
    return { outcome: 'refused', reason: (0,record_git/* gitErrorOf */.sq)(error).message };
}
const OVERTAKEN = {
    code: 'apply-overtaken',
    message: 'Another apply finished while this one was being planned.',
    hint: 'Apply again to plan from the current state.',
};
function clockOf({ server }) {
    const { http } = server.connection;
    return () => http.now();
}
/** Before a push: it may begin only if no other apply can begin until it has ended. */
async function beforePush(open, { index, of, limit }) {
    const { held, now } = open;
    open.limit = limit;
    const end = new Date(now().getTime() + limit);
    const isLong = Date.parse(held.message.until ?? '') >= end.getTime();
    if (index === 0 && isLong)
        return;
    const until = new Date(end.getTime() + MARGIN);
    const extended = await (0,record_record/* extend */.X$)(held, { until, now: now() }).catch(refusedBy);
    if (extended.outcome !== 'moved')
        throw lost(extended, { index, of });
}
function lost(result, { index, of }) {
    const why = 'reason' in result
        ? `its record could not be extended (${result.reason})`
        : 'another apply took over, or someone ran `unlock`';
    const sent = `after ${index} of ${of} ${of === 1 ? 'push' : 'pushes'}, and did not send the rest`;
    return new errors/* CommandError */.Qd({
        code: 'apply-lost',
        message: `This apply stopped ${index === 0 ? 'before its push, and changed nothing on the server' : sent}: ${why}.`,
        hint: 'reason' in result
            ? 'Check that origin can be reached and written, then apply again.'
            : 'Wait for the other apply to finish, if there is one, then apply again.',
        exitStatus: index === 0 ? errors/* EXIT */.dc.error : errors/* EXIT */.dc.unknown,
    });
}
/**
 * Runs what an apply sends. If it fails, its record says what is known: nothing was sent (as before), the server may
 * still be at work (extended once), or it has ended and its outcome is for the next apply to read.
 */
async function whileBegun(open, work) {
    try {
        return await work();
    }
    catch (error) {
        // As far as possible: a record that is left open is over when its time is.
        if (open !== undefined)
            await endAfter(error, open).catch(record_git/* ignoreGitError */.TR);
        throw error;
    }
}
async function endAfter(error, { held, now, limit }) {
    const isKnown = error instanceof errors/* CommandError */.Qd && error.exitStatus !== errors/* EXIT */.dc.unknown;
    if (isKnown)
        await (0,record_record/* withdraw */.ne)(held);
    else {
        const mayStillRun = error instanceof PushUnknown && error.mayStillRun;
        const until = mayStillRun ? new Date(now().getTime() + limit + MARGIN) : new Date((0,record_record/* beginningOf */.VI)(held.message));
        await (0,record_record/* extend */.X$)(held, { until, now: now() });
    }
}
/** After the pushes were accepted. */
async function finishApply({ held, now }) {
    const finished = await (0,record_record/* finish */.O9)(held, now()).catch(refusedBy);
    if (finished.outcome === 'moved')
        return { where: whereOf(held.place), remarks: [] };
    const why = 'reason' in finished ? finished.reason : 'another apply took over, or someone removed the record';
    const remark = `The record of this apply is still open (${why}): the next apply takes over its work.`;
    return { isOpen: true, remarks: [remark] };
}
function whereOf({ repository }) {
    return repository.origin ? 'origin' : 'local';
}
/** Records an apply that had nothing to send, unless the record says the same already. */
async function recordUnchanged(applying, runtime) {
    const { options } = applying;
    const { baseline } = applying.checkout;
    const { place, record } = baseline;
    const notDone = (remark) => ({ remarks: remark === undefined ? [] : [remark] });
    if (place === undefined || record === undefined)
        return notDone();
    if (record.unreachable !== undefined)
        return notDone(`Nothing was recorded: ${(0,record_errors/* unreachable */.HB)(record.unreachable).message}`);
    const now = clockOf(applying)();
    const description = await descriptionOf(applying, { runtime, now });
    if (description === undefined)
        return notDone();
    if (saysTheSame(record.done, description) && record.begun.length === 0 && record.problem === undefined)
        return notDone();
    const [cannot] = [...uncommitted(applying.checkout), ...orphaned(applying.checkout)];
    if (cannot !== undefined)
        return notDone(`Nothing was recorded. ${cannot.message} ${cannot.hint}`);
    if ((0,record_record/* runningApply */.sT)(record, description) !== undefined)
        return notDone('Another apply may still be running: nothing was recorded.');
    const older = record.problem === undefined ? await olderThan(applying.checkout, options) : undefined;
    if (older !== undefined)
        return notDone(`${older} The record is left unchanged.`);
    // Nothing was applied: a commit of another branch would make the next one of this branch look older.
    const { done } = record;
    const isSame = done !== undefined && record.begun.length === 0 && sameDocuments(done, description);
    const source = isSame ? done.source : description.source;
    const moved = await (0,record_record/* recordDone */.yk)(place, record, { ...description, source }).catch(refusedBy);
    if (moved.outcome === 'moved')
        return { where: whereOf(place), remarks: [] };
    if (!('reason' in moved))
        return notDone('Another apply was recorded at the same time, and its record was kept.');
    return notDone(`Nothing was recorded: ${(0,record_errors/* notRecorded */.ok)(moved).message}`);
}
function saysTheSame(done, description) {
    return done !== undefined && sameDocuments(done, description) && done.reads === description.reads;
}
function sameDocuments({ ids }, description) {
    return ids.size === description.ids.size && [...ids].every(([path, id]) => description.ids.get(path) === id);
}
/** `undefined` where nothing is committed. */
async function descriptionOf({ checkout, input, reads, result: { plan } }, { runtime, now }) {
    const { project, head, differences } = checkout;
    if (head === undefined || differences === undefined)
        return undefined;
    const actor = (await actorOf(runtime, project.git)) ?? 'unknown';
    return {
        summary: (0,record_format/* summaryOf */.YG)((0,apply_entry/* shortCommit */.Ax)(head.commit), (0,model_plan/* countChanges */.xS)(plan.changes)),
        source: head.commit,
        run: runtime.run,
        attempt: runtime.run === undefined ? undefined : runtime.env.GITHUB_RUN_ATTEMPT,
        actor,
        ...(plan.forced !== undefined && { approved: plan.forced, approvedBy: (plan.approvedBy ?? [actor]).join(', ') }),
        reads: (0,record_format/* readsText */.Bq)(reads),
        ids: differences.ids,
        facts: factsOf(project.state, input),
        now,
    };
}
/** What later plans need if the server cannot be read: types that no document declares. */
function factsOf({ items }, { live }) {
    const types = [...items].flatMap(([id, item]) => {
        const vdt = item.vdt === undefined && !item.absent ? live.items.get(id)?.vdt : undefined;
        return vdt === undefined || vdt === 'Text' ? [] : [[id, vdt]];
    });
    return { types: new Map(types) };
}

// EXTERNAL MODULE: ./lib/model/force.js
var model_force = __webpack_require__(4774);
// EXTERNAL MODULE: ./lib/plan/make-plan.js + 12 modules
var make_plan = __webpack_require__(656);
// EXTERNAL MODULE: ./lib/apply/trust.js
var trust = __webpack_require__(2002);
;// CONCATENATED MODULE: ./lib/apply/approval.js
// Approval of a refused plan: by reviews of its pull request, or by a person in a terminal.





/** Approves a refused plan if reviews of its pull request do; otherwise notes where it can be approved. */
async function withReviews(prepared, { runtime, isApply }) {
    const { options } = prepared;
    const { force: text } = prepared.result.plan;
    if (runtime.reviews === undefined || text === undefined)
        return prepared;
    const force = (0,model_force/* parseForce */.fu)(text);
    // A digest that was given decides alone.
    if (force === undefined || options.force !== undefined)
        return withWay(prepared, { way: 'dispatch', notes: [] });
    const { git } = prepared.checkout.project;
    const head = prepared.checkout.head?.commit;
    const parents = git === undefined || head === undefined ? [] : await (0,git_history/* parentsOf */.fY)(git, head);
    const answer = await runtime.reviews({
        digest: force.digest,
        names: force.names,
        commits: head === undefined ? [] : [head, ...parents],
        isApply,
        approvals: (base) => (0,trust/* trustedApprovals */.c7)(base, { options, runtime }),
    });
    const { approved } = answer;
    if (approved === undefined)
        return withWay(prepared, answer);
    return withWay(await withForce(prepared, { ...approved, digest: force.digest }, runtime), answer);
}
function withWay(prepared, { way, notes }) {
    const { result } = prepared;
    const plan = { ...result.plan, notes: [...result.plan.notes, ...notes], approvalWay: way };
    return { ...prepared, result: { ...result, plan } };
}
/** The plan made again, with an approval. */
async function withForce(prepared, force, runtime) {
    const input = { ...prepared.input, force };
    const plan = (0,make_plan/* makePlan */.j)(input);
    const { head, project } = prepared.checkout;
    const comment = await changeComment(prepared.options, { git: project.git, head, plan, runtime });
    const result = { ...prepared.result, plan, changeComment: comment };
    return { ...prepared, input, result };
}

// EXTERNAL MODULE: ./lib/lib/parallel.js
var parallel = __webpack_require__(404);
// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(7975);
// EXTERNAL MODULE: ./lib/model/server-reads.js
var server_reads = __webpack_require__(6626);
// EXTERNAL MODULE: ./lib/model/targets.js
var targets = __webpack_require__(3155);
// EXTERNAL MODULE: ./lib/model/state.js
var model_state = __webpack_require__(6616);
// EXTERNAL MODULE: ./lib/semantics/placeholders.js
var placeholders = __webpack_require__(1799);
// EXTERNAL MODULE: ./lib/plan/find-item.js
var find_item = __webpack_require__(6790);
;// CONCATENATED MODULE: ./lib/plan/verify-push.js



/**
 * Whether a state may already be the result of a change, so that pushing the change would do nothing.
 * @param state as the server has it, without items declared absent
 */
function holds(state, change) {
    if (change.kind === 'key') {
        const key = state.items.get((0,model_state/* keyId */.xs)(change.key));
        if (change.action === 'delete' || key === undefined)
            return change.action === 'delete' && !key;
        const { after = {} } = change;
        return model_state/* KEY_METADATA */.Mv.every((name) => after[name] === undefined || key[name] === undefined || after[name] === key[name]);
    }
    const { row } = (0,find_item/* find */.I6)(state, change);
    if (change.action === 'delete' || row === undefined)
        return change.action === 'delete' && !row;
    return row.unknown === true || row.text === change.after;
}
/** Whether the server may already have the result of a change, as far as the record says. */
function mayBeDone(change) {
    if (change.rewritten)
        return true;
    if (change.kind !== 'key')
        return change.action === 'delete' && change.before === undefined;
    const { action, before = {}, after = {} } = change;
    if (action === 'create')
        return false;
    if (action === 'delete')
        return Object.keys(before).length === 0;
    return model_state/* KEY_METADATA */.Mv.every((name) => before[name] === undefined || before[name] === after[name]);
}
/** The counts that the server must report after a push, or `undefined` if the plan does not determine them. */
function expectedCounts(before, pushed) {
    const { changes, liveSource, isUncertain } = pushed;
    const wasEmpty = before.keys === 0 && before.values === 0;
    const isBlindFirst = liveSource === 'none' && !wasEmpty;
    if (isBlindFirst || isUncertain || changes.some((change) => isUncounted(change, pushed)))
        return undefined;
    return {
        keys: before.keys + balance(changes, 'key'),
        values: before.values + balance(changes, 'value'),
    };
}
/**
 * Deleting a whole key deletes an unknown number of values; a file creates the keys that its placeholders refer to; a
 * value that was never applied may not exist to be deleted.
 */
function isUncounted(change, { changes, live }) {
    if (change.kind === 'key')
        return change.action === 'delete' && change.whole === true;
    if (change.kind === 'value')
        return change.action === 'delete' && change.before === undefined;
    return (0,placeholders/* placeholdersIn */.Qf)(change.after ?? '').some((name) => {
        const isCreated = changes.some((one) => one.kind === 'key' && (0,model_state/* keyId */.xs)(one.key) === (0,model_state/* keyId */.xs)(name));
        return !isCreated && !live.items.has((0,model_state/* keyId */.xs)(name));
    });
}
function balance(changes, kind) {
    const weights = { create: 1, update: 0, delete: -1 };
    return changes.reduce((sum, change) => (change.kind === kind ? sum + weights[change.action] : sum), 0);
}

// EXTERNAL MODULE: ./lib/lib/json.js
var json = __webpack_require__(8173);
// EXTERNAL MODULE: ./lib/model/context.js
var model_context = __webpack_require__(402);
// EXTERNAL MODULE: ./lib/remote/pulled-state.js
var pulled_state = __webpack_require__(5846);
// EXTERNAL MODULE: ./lib/remote/read-live.js
var read_live = __webpack_require__(7139);
;// CONCATENATED MODULE: ./lib/remote/touched-read.js
// Reads again what a plan changes: before the push, to find changes by others, and after it, to verify it.







/** Milliseconds: looking again takes one to two seconds on a large repository, and closes nothing if it comes sooner. */
const FRESH = 5000;
/** Pulls of more contexts take as long as the export: 18 µs for each key, where it takes 200 (behaviour.md, section 16). */
const MAX_CONTEXTS = 10;
/**
 * Decides what is read again: before a push nothing if the plan is fresh, and otherwise the changed contexts if their
 * pulls show all that matters of each change.
 * @param age milliseconds since the plan was read
 */
function readAgain(changes, { isPushed, age = Number.POSITIVE_INFINITY }) {
    // A clock that was set back tells nothing.
    if (age >= 0 && age <= FRESH)
        return 'nothing';
    const created = new Set(changes.flatMap((change) => (isCreatedKey(change) ? [change.key] : [])));
    const contexts = new Map();
    for (const change of changes) {
        if (!isShown(change, { isPushed, created }))
            return 'everything';
        if (change.kind !== 'value')
            continue;
        const context = (0,model_context/* contextIn */.PO)(change.context);
        contexts.set((0,model_context/* contextId */.PF)(context), context);
    }
    return contexts.size > MAX_CONTEXTS ? 'everything' : contexts;
}
function isCreatedKey(change) {
    return change.kind === 'key' && change.action === 'create';
}
/**
 * A pull shows neither files as they are stored, nor keys without values, nor locks. A key that is deleted or changed,
 * or a value that is deleted before the push, also concerns values of others. Two clients that create a value at the
 * same time make two rows, of which a pull shows one (behaviour.md, section 17).
 */
function isShown(change, { isPushed, created }) {
    if (change.kind === 'file')
        return false;
    if (change.kind === 'key')
        return isPushed && isCreatedKey(change) && change.values > 0 && change.after?.push !== false;
    if ('surplus' in change || isReformatted(change))
        return false;
    if (change.action === 'create')
        return isPushed && created.has(change.key);
    return change.action === 'update' || isPushed;
}
/** A pull shows a Map or List parsed. */
function isReformatted({ vdt, before, after }) {
    return (vdt === 'Map' || vdt === 'List') && before != null && after != null && (0,json/* sameJson */.Vk)(before, after);
}
/** The live state with the contexts read again; `undefined` if that does not answer. */
async function rereadContexts(rereading) {
    const { live, changes, contexts, source, known } = rereading;
    try {
        const asked = await (0,parallel/* inParallel */.HN)([...contexts], async ([id, context]) => {
            const request = { context: (0,model_context/* fullContext */.NH)(context, source.depth), content: 'values' };
            return [id, await (0,read_live/* askContext */.vJ)(source, request)];
        });
        const pulls = new Map(asked);
        const seen = known && (0,pulled_state/* pulledState */.AP)(pulls, known).items;
        const items = new Map(live.items);
        const all = valuesByKey(pulls);
        for (const { id, created } of touchedKeys(changes)) {
            const shown = all.get(id) ?? new Map();
            // Without the token, the export may still show a text that the pull does not.
            if (known === undefined && [...shown.values()].some(({ text }) => text === undefined))
                return undefined;
            const before = live.items.get(id);
            const [value] = shown.values();
            const current = seen ? seen.get(id) : value && itemOf(value);
            const item = current ? withUnseen(current, before ?? created) : before;
            if (item !== undefined)
                items.set(id, { ...item, rows: rowsIn(contexts, { shown, before }) });
        }
        return { items };
    }
    catch (error) {
        // Reading everything may still work, or explains what is wrong.
        if (error instanceof errors/* CommandError */.Qd || error instanceof read_live/* CachedAnswer */.jb)
            return undefined;
        throw error;
    }
}
/** By id, each with the metadata that the push gives to a new one. */
function touchedKeys(changes) {
    const keys = new Map();
    for (const change of changes) {
        if (change.kind === 'file')
            continue;
        const id = (0,model_state/* keyId */.xs)(change.key);
        keys.set(id, (change.kind === 'key' ? change.after : undefined) ?? keys.get(id));
    }
    return [...keys].map(([id, created]) => ({ id, created }));
}
/** What the pulls show, by the id of the key, and by the context that was asked for. */
function valuesByKey(pulls) {
    const found = new Map();
    for (const [context, { values }] of pulls) {
        for (const value of values) {
            const id = (0,model_state/* keyId */.xs)(value.name);
            const shown = found.get(id) ?? new Map();
            found.set(id, shown.set(context, shown.get(context) ?? value));
        }
    }
    return found;
}
function itemOf({ name, vdt, deprecated, readme, securityGroup }) {
    return {
        kind: 'key',
        name,
        vdt,
        deprecated,
        ...(readme !== undefined && { readme }),
        ...(securityGroup !== undefined && { securityGroup }),
    };
}
/** A pull shows neither a lock nor a blank readme, and not what only the first read could tell. */
function withUnseen(current, { push, readme, inactive, elsewhere } = {}) {
    return {
        ...current,
        ...(push !== undefined && { push }),
        ...(readme?.trim() === '' && { readme }),
        ...(inactive !== undefined && { inactive }),
        ...(elsewhere && { elsewhere }),
    };
}
/** In a context without a row of its own, a pull shows that of a broader one. */
function rowsIn(contexts, { shown, before }) {
    const rows = new Map(before?.rows);
    for (const id of contexts.keys()) {
        const value = shown.get(id);
        if (value !== undefined && (0,model_context/* contextId */.PF)((0,model_context/* contextIn */.PO)(value.context)) === id)
            rows.set(id, rowOf(value, rows.get(id)));
        else
            rows.delete(id);
    }
    return rows;
}
/** A Map or List comes parsed: if its meaning has not changed, the earlier text is kept. */
function rowOf({ context: full, text, isParsed }, before) {
    const context = (0,model_context/* contextIn */.PO)(full);
    if (text === undefined)
        return { context, text: null, unknown: true };
    if (!isParsed || text === null)
        return { context, text };
    const isSame = before?.text != null && (0,json/* sameJson */.Vk)(before.text, text);
    return isSame ? before : { context, text, native: true };
}

// EXTERNAL MODULE: ./lib/remote/wire.js
var wire = __webpack_require__(4009);
// EXTERNAL MODULE: ./lib/apply/baseline.js
var apply_baseline = __webpack_require__(2001);
// EXTERNAL MODULE: ./lib/apply/touched-keys.js
var touched_keys = __webpack_require__(1171);
;// CONCATENATED MODULE: ./lib/apply/replan.js
// Plans the same changes again from what was read again: before a push, between attempts, and to verify a push.









/** `undefined` if the repository cannot be read. */
async function replan(source, replanning) {
    const { isPushed = false, mayBeUnread = false } = replanning;
    const { input } = source;
    if (!(0,model_plan/* isRead */.H9)(input.liveSource))
        return undefined;
    const { counted: _, unread: __, ...known } = input.server;
    const compared = { ...input, server: known, ...(isPushed && { purpose: 'check' }) };
    const touched = await readContexts(source, replanning);
    if (touched !== undefined) {
        const again = { ...compared, live: touched };
        return (0,make_plan/* makePlan */.j)(isPushed ? ofKeys(again, replanning.changes) : again);
    }
    const { reader, target, pulls } = source.server;
    if (input.liveSource === 'export') {
        const live = await (0,read_live/* readExport */.Jb)(reader, target.repository);
        return 'missing' in live ? undefined : (0,make_plan/* makePlan */.j)({ ...compared, live });
    }
    const pulled = await (0,read_live/* readByPulls */.g7)(withoutElements(pulls), { ...knownFor(source, isPushed), mayBeUnread });
    if ('refusal' in pulled)
        return undefined;
    const { state: live, unread } = pulled;
    const counts = async () => {
        const info = (0,wire/* infoOf */._U)(await reader.repositories(), target.repository);
        return info && (0,wire/* countsOf */.mQ)(info);
    };
    const isUnread = unread.length > 0;
    const server = { ...known, ...(isUnread && { unread }) };
    const asking = { reader, target, ...(!isPushed && !isUnread && { counts }) };
    return (0,make_plan/* makePlan */.j)((await (0,touched_keys/* withTouchedKeys */.Z)({ ...compared, live, server }, asking)).input);
}
/** The changed keys alone: the push has left the others as they were, and there may be many. */
function ofKeys(input, changes) {
    const ids = new Set(changes.map((change) => (change.kind === 'file' ? (0,model_state/* fileId */.qp)(change.path) : (0,model_state/* keyId */.xs)(change.key))));
    const only = ({ items }) => ({
        items: new Map([...ids].flatMap((id) => items.get(id) ?? []).map((item) => [(0,model_state/* itemId */.XG)(item), item])),
    });
    const { desired, live, applied } = input;
    const { baseline } = applied;
    const known = { ...applied, ...(baseline && { baseline: only(baseline) }) };
    return { ...input, desired: only(desired), live: only(live), applied: known };
}
/** `undefined` if everything has to be read. */
async function readContexts(source, { changes, isPushed = false, again = readAgain(changes, { isPushed }) }) {
    if (typeof again === 'string')
        return undefined;
    const { connection, target, pulls } = source.server;
    const { live, liveSource } = source.input;
    const rereading = { live, changes, contexts: again, source: withoutElements(pulls) };
    if (liveSource === 'pulls') {
        const known = { ...knownFor(source, isPushed), listed: pulls.listed };
        return rereadContexts({ ...rereading, known });
    }
    // Whoever may export may pull without the token, and then secured values stay encrypted, even in a cached answer.
    const { token: _, ...open } = connection;
    const openly = { ...rereading.source, reader: (0,client/* createReader */.WF)(open), repository: target.repository };
    return rereadContexts({ ...rereading, source: openly });
}
/** A push may have created elements that were unknown before. */
function withoutElements({ elements: _, ...pulls }) {
    return pulls;
}
function knownFor({ checkout, input }, isPushed) {
    return (0,apply_baseline/* toPull */.Vl)(checkout.baseline, input.desired, isPushed ? 'desired' : 'baseline');
}

// EXTERNAL MODULE: ./lib/lib/collections.js
var collections = __webpack_require__(4390);
// EXTERNAL MODULE: ./lib/plan/normalize.js
var normalize = __webpack_require__(8612);
// EXTERNAL MODULE: ./lib/plan/prune.js
var prune = __webpack_require__(659);
;// CONCATENATED MODULE: ./lib/plan/stand-in.js
// Stands in for live if the server cannot be read: the recorded state, completed by the server's defaults.




/** A declared state, completed by the server's defaults. */
function standIn(state, types = new Map()) {
    const declared = (0,prune/* keepUnmanaged */.CI)(state, { live: (0,model_state/* emptyState */.p$)(), policy: { prune: 'managed' } });
    const items = (0,collections/* changed */.t)(declared.items, (item, id) => {
        const vdt = item.vdt ?? types.get(id);
        return vdt === undefined ? item : { ...item, vdt };
    });
    return (0,normalize/* complete */.M)({ items }, (0,model_state/* emptyState */.p$)(), { vdtEnabled: true });
}
/**
 * Live as recorded. If the outcome of an apply is unknown, each item is assumed to be in the state that makes a plan
 * write it again: declared items are absent or unknown, and items no longer declared still exist.
 */
function recordedLive({ state = (0,model_state/* emptyState */.p$)(), intents, types }, desired) {
    const possible = [state, ...intents].map((one) => standIn(one, types));
    const declared = { desired, applied: state };
    return withOpenFlags(withUndeleted(uncertain(possible, desired), declared), declared);
}
const FLAGS = ['deprecated', 'push'];
/** A flag that is declared now, and was not at the last apply, is unknown, so it is written. */
function withOpenFlags(live, { desired, applied }) {
    const items = (0,collections/* changed */.t)(live.items, (item, id) => {
        const [now, before] = [desired.items.get(id), applied.items.get(id)];
        const open = FLAGS.filter((name) => now?.[name] !== undefined && before?.[name] === undefined);
        const copy = { ...item };
        for (const name of open)
            delete copy[name];
        return open.length === 0 ? item : copy;
    });
    return { items };
}
/** With everything that is declared absent now, and was not at the last apply: it may exist. */
function withUndeleted(live, { desired, applied }) {
    const items = new Map(live.items);
    for (const [id, item] of desired.items) {
        const [before, known] = [applied.items.get(id), items.get(id)];
        if (before?.absent)
            continue;
        if (item.absent) {
            items.set(id, known ?? { kind: item.kind, name: item.name, rows: new Map() });
            continue;
        }
        const undeleted = [...item.rows].flatMap(([at, row]) => {
            const isDeleted = !(0,model_state/* stands */.Ed)(row) && before?.rows.get(at)?.absent !== true && !known?.rows.has(at);
            return isDeleted ? [[at, { context: row.context, text: item.kind === 'key' ? null : '', unknown: true }]] : [];
        });
        if (undeleted.length === 0)
            continue;
        const owner = known ?? assumed(item);
        items.set(id, { ...owner, rows: new Map([...owner.rows, ...undeleted]) });
    }
    return { items };
}
/** A key whose values are all declared absent is assumed to exist as declared; any other is created as a whole. */
function assumed(item) {
    const bare = { ...item, rows: new Map() };
    if (item.kind === 'file' || [...item.rows.values()].some(model_state/* stands */.Ed))
        return { kind: item.kind, name: item.name, rows: bare.rows };
    const id = (0,model_state/* itemId */.XG)(item);
    const { items } = (0,normalize/* complete */.M)({ items: new Map([[id, bare]]) }, (0,model_state/* emptyState */.p$)(), { vdtEnabled: true });
    return { ...(items.get(id) ?? bare), elsewhere: true };
}
/** @param possible states that the server may be in, the recorded one first */
function uncertain(possible, desired) {
    const [only, ...others] = possible;
    if (only !== undefined && others.length === 0)
        return only;
    const items = new Map();
    for (const id of new Set(possible.flatMap((state) => [...state.items.keys()]))) {
        const item = mergedItem(possible.map((state) => state.items.get(id)), desired.items.get(id));
        if (item !== undefined)
            items.set(id, item);
    }
    return { items };
}
function mergedItem(possible, declared) {
    const found = possible.filter((one) => one !== undefined);
    const [first] = found;
    if (first === undefined)
        return undefined;
    if (first.kind === 'key' && found.length < possible.length)
        return doubtfulKey(found, declared);
    const rows = mergedRows(possible.map((one) => one?.rows ?? new Map()), (context) => isWantedIn(declared, context));
    if (first.kind === 'file')
        return rows.size === 0 ? undefined : { ...first, rows };
    // Metadata that is declared, and differs between the states, is written again.
    const item = { ...first, rows };
    for (const name of model_state/* KEY_METADATA */.Mv) {
        const isOpen = found.some((one) => one[name] !== first[name]);
        if (isOpen && declared?.[name] !== undefined)
            delete item[name];
    }
    return item;
}
/** A key that may not exist: it is created again, and other values that it may have are deleted. */
function doubtfulKey(found, declared) {
    const [first] = found;
    if (first === undefined)
        return undefined;
    const rows = new Map(found.toReversed().flatMap((one) => [...one.rows]));
    if (!(0,model_state/* stands */.Ed)(declared))
        return { ...first, rows };
    const left = [...rows].filter(([context]) => !isWantedIn(declared, context));
    return left.length === 0 ? undefined : { kind: first.kind, name: first.name, rows: new Map(left) };
}
/** A row equal in all states is certain. Others are unknown if declared; otherwise they are assumed to exist. */
function mergedRows(possible, isDeclared) {
    const all = new Map();
    for (const context of new Set(possible.flatMap((rows) => [...rows.keys()]))) {
        const found = possible.flatMap((rows) => rows.get(context) ?? []);
        const [first] = found;
        if (first === undefined)
            continue;
        const isCertain = found.length === possible.length && found.every((one) => isSame(first, one));
        const recorded = possible[0]?.get(context);
        if (isCertain || !isDeclared(context))
            all.set(context, first);
        else if (recorded !== undefined)
            all.set(context, { ...recorded, unknown: true, differs: true });
    }
    return all;
}
function isSame(a, b) {
    return !a.unknown && !b.unknown && a.text === b.text;
}
function isWantedIn(item, context) {
    return (0,model_state/* stands */.Ed)(item) && (0,model_state/* stands */.Ed)(item?.rows.get(context));
}

;// CONCATENATED MODULE: ./lib/remote/push-body.js

/** The body of one push: of all changes of a plan, or of one of its phases. `data` is empty if nothing is to be sent. */
function pushBody({ changes, passwordOf }, changeComment) {
    const pairOf = pairs(passwordOf);
    const keys = groupByKey(changes);
    const creates = keys.some(({ own, mayMakeKey }) => own?.action === 'create' || mayMakeKey);
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
        const id = (0,model_state/* keyId */.xs)(change.key);
        const group = groups.get(id) ?? { name: change.key, upserts: [], deletes: [] };
        groups.set(id, group);
        if (change.kind === 'key')
            group.own = change;
        else if (change.action === 'delete')
            group.deletes.push(change);
        else
            group.upserts.push(change);
        if (change.kind === 'value' && change.mayMakeKey)
            group.mayMakeKey = change.mayMakeKey;
    }
    return [...groups.values()];
}
/** A pair is sent only when a key moves into its group; later the token must have the group (18.14). */
function keyEntries(group, pairOf) {
    const { own } = group;
    if (own?.action === 'delete')
        return deletedKey(group, own);
    const isNewInGroup = own !== undefined && own.before?.securityGroup !== own.after?.securityGroup;
    const pair = isNewInGroup ? pairOf(own.after?.securityGroup) : {};
    return own?.action === 'create' ? newKey(group, { own, pair }) : changedKey(group, pair);
}
/** Created with `push: true`, because a key that is created locked can never be pushed again (18.4). */
function newKey(group, how) {
    const { name, deletes, upserts } = group;
    const { own } = how;
    const isPlain = deletes.length === 0 && (!own.mayExist || upserts.length > 0);
    if (isPlain)
        return creation(group, how);
    // It may exist already, with values to delete. A lock comes last, as with every change of a key.
    const created = creation(group, { ...how, own: { ...own, after: { ...own.after, push: true } } });
    const removals = deletes.length === 0 ? [] : [{ key: name, values: deletes.map(removal) }];
    return [...created, ...removals, ...(own.after?.push === false ? [lock(group, own)] : [])];
}
/** The server stores the lock only with a value, which is repeated, or with an unchanged flag (18.5). */
function lock({ name, upserts }, { after: { vdt = 'Text', deprecated = false } = {} }) {
    const trigger = upserts.length === 0 ? { deprecated } : { values: upserts.slice(-1).map(upsert) };
    return { key: name, vdt, push: false, ...trigger };
}
function creation({ name, upserts }, { own, pair }) {
    const { vdt = 'Text', readme, deprecated = false, push = true } = own.after ?? {};
    const isDeclared = own.mayExist ? own.after?.deprecated !== undefined : deprecated;
    const text = readme === undefined ? {} : { readme };
    const entry = { key: name, vdt, ...text, ...pair, push };
    if (upserts.length > 0) {
        return [{ ...entry, ...(isDeclared ? { deprecated } : {}), values: upserts.map(upsert) }];
    }
    // An existing key has unknown flags, and an entry that changes both of them stores neither (18.5).
    if (own.mayExist)
        return [deprecated, !deprecated, deprecated].map((flag) => ({ ...entry, deprecated: flag }));
    // A key without values is stored only if its entry has `push: false` or `deprecated: false` (7.5).
    if (!push)
        return [{ ...entry, deprecated }];
    const entries = [{ ...entry, deprecated: false }];
    if (deprecated)
        entries.push({ key: name, vdt, push, deprecated: true });
    return entries;
}
/** Deletes a key value by value, so that values of others stay; the server deletes the key with its last value. */
function deletedKey({ name, deletes }, { whole }) {
    if (whole || deletes.length === 0)
        return [{ key: name, opp: 'delete' }];
    return [{ key: name, values: deletes.map(removal) }];
}
function changedKey({ name, own, upserts, deletes, mayMakeKey }, pair) {
    const vdt = own?.after?.vdt ?? [...upserts, ...deletes][0]?.vdt ?? 'Text';
    const isTyped = own !== undefined && own.before?.vdt !== own.after?.vdt;
    // Like a value, a new type or group makes the server save the key. An unknown type may not be new.
    const isNewType = isTyped && own.before?.vdt !== undefined;
    const hasTrigger = upserts.length > 0 || isNewType || pair.securityGroup !== undefined;
    const pushComesLast = own !== undefined && needsLastEntry(own, hasTrigger);
    const written = pushComesLast ? withoutPush(own) : own;
    // A key that is created without `push: true` is locked permanently (18.4).
    const unlocked = mayMakeKey === 'unlocked' && upserts.length > 0 ? { push: true } : {};
    const members = { ...unlocked, ...pair, ...metadata(written, hasTrigger) };
    const values = upserts.map(upsert);
    if (written?.anchor !== undefined && changesBoth(written) && values.length === 0 && !isTyped) {
        values.push({ context: written.anchor });
    }
    const entries = [];
    const removals = deletes.map(removal);
    if (Object.keys(members).length > 0 || isTyped || values.length > 0) {
        // An entry that deletes a value ignores the type: a new type needs its own entry (18.6).
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
 * Whether `push` needs its own last entry: a lock does, because the server refuses every later entry (18.7), and so does
 * a change of `push` with `deprecated`, without a value that makes the server store both (18.5).
 */
function needsLastEntry(own, hasTrigger) {
    if (own.before?.push === own.after?.push)
        return false;
    return own.after?.push === false || (changesBoth(own) && !hasTrigger && own.anchor === undefined);
}
function withoutPush(own) {
    const { push: _, ...after } = own.after ?? {};
    const { push } = own.before ?? {};
    return { ...own, after: { ...after, ...(push === undefined ? {} : { push }) } };
}
/**
 * The metadata that changes. The server stores it only if the entry also has an unchanged `push` or `deprecated`, a new
 * type, or a value (7.4, 18.5).
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
 * A new file cannot be created in a group: it is created empty, and moved there by a second entry (18.15).
 */
function fileEntries(change, pairOf) {
    const { path: file, context, securityGroup, action } = change;
    if (action === 'delete')
        return [{ file, context, opp: 'delete' }];
    const written = { file, context, content: change.after ?? '', ...pairOf(securityGroup) };
    if (securityGroup !== undefined && action === 'create')
        return [{ file, context, content: '' }, written];
    return [written];
}
function pairs(passwordOf) {
    return (securityGroup) => {
        if (securityGroup === undefined)
            return {};
        const password = passwordOf?.(securityGroup);
        // A guard refuses such a plan; this is the last check against storing unencrypted.
        if (password === undefined)
            throw new Error(`no password of the security group ${securityGroup}`);
        return { securityGroup, password };
    };
}

// EXTERNAL MODULE: ./lib/apply/stop.js
var apply_stop = __webpack_require__(5554);
;// CONCATENATED MODULE: ./lib/apply/send.js
// Sends the pushes of a plan, each once, and determines their outcome.













/**
 * Sends the pushes one after the other, and stops at the first that is refused. Throws {@link CommandError} if the
 * outcome of one is unknown.
 */
async function sendPlan(source, { plan, changeComment, pusher, open, stop, onStep }) {
    const { passwordOf } = source.input.secrets;
    const phases = (0,push_batches/* phasesOf */.I$)(plan);
    const remarks = [];
    for (const [index, changes] of phases.entries()) {
        const limit = pushLimit(source.server.connection, changes.length);
        if (open !== undefined)
            await beforePush(open, { index, of: phases.length, limit });
        (0,apply_stop/* refuseStopped */.q3)(stop, { sent: index, of: phases.length });
        if (phases.length > 1)
            onStep(`Push ${index + 1} of ${phases.length}`);
        const result = await pusher.push(pushBody({ changes, passwordOf }, changeComment), limit);
        const phase = { changes, index, count: phases.length };
        if (result.outcome === 'refused') {
            const { reason } = result;
            if (reason.code === undefined && mayHoldAll(source, changes)) {
                remarks.push(unchanged(reason, phase));
                continue;
            }
            const error = refusedByServer(reason, phase);
            return { refused: { error, isPassing: reason.isPassing === true && index === 0 }, remarks };
        }
        if (result.outcome !== 'unknown')
            continue;
        if (stop?.atOnce.aborted)
            throw new PushUnknown(result.error, result.mayStillRun);
        await settle(source, { ...result, phase });
    }
    return { remarks };
}
/**
 * Whether a push may have nothing to change: the server answers that as it answers a refusal (interface.md, Push), an
 * invalid password included. After an apply with an unknown outcome, and with `--baseline`, each item may be in sync
 * with either state.
 */
function mayHoldAll({ checkout: { baseline }, input }, changes) {
    if ((0,model_plan/* isRead */.H9)(input.liveSource) || changes.some((change) => groupOf(change) !== undefined))
        return false;
    const { begun, chosen, done = (0,model_state/* emptyState */.p$)() } = baseline;
    const others = [...begun, ...(chosen ? [chosen] : [])];
    const possible = others.length === 0 ? [] : [done, ...others].map((state) => standIn(state));
    return changes.every((change) => mayBeDone(change) || possible.some((state) => holds(state, change)));
}
function groupOf(change) {
    if (change.kind === 'file')
        return change.securityGroup;
    return change.kind === 'key' ? change.after?.securityGroup : undefined;
}
/** The answer was lost: a read shows whether the push was accepted. It is never blindly sent again. */
async function settle(source, { phase, error, mayStillRun }) {
    const { liveSource } = source.input;
    const left = (0,model_plan/* isRead */.H9)(liveSource) ? await readLeft(source, phase.changes) : undefined;
    // A push is all or nothing, so the changes that a read shows stand for the others.
    const compared = phase.changes.filter((change) => isVisible(change, liveSource)).map(identityOf);
    if (left !== undefined && compared.length > 0) {
        if (!compared.some((change) => left.has(change)))
            return;
        if (!mayStillRun && compared.every((change) => left.has(change)))
            throw send_lost(phase, error);
    }
    throw new PushUnknown(error, mayStillRun);
}
/** Whether a read shows the effect of the change. Pulls do not show files; no read shows which duplicate row was deleted. */
function isVisible(change, source) {
    return !change.rewritten && !('surplus' in change) && (source === 'export' || change.kind !== 'file');
}
async function readLeft(source, changes) {
    const plan = await replan(source, { changes }).catch(() => undefined);
    return plan && new Set(plan.changes.map(identityOf));
}
function identityOf(change) {
    return JSON.stringify([change.kind, change.action, (0,model_plan/* nameOf */.Vb)(change), 'context' in change && change.context]);
}
function send_lost(phase, cause) {
    return new errors/* CommandError */.Qd({
        code: 'push-lost',
        message: `${cause.message} A second read shows that the push changed nothing.${earlier(phase)}`,
        hint: phase.index === 0 ? cause.hint : 'Apply again to continue with the remaining changes.',
        exitStatus: phase.index === 0 ? errors/* EXIT */.dc.error : errors/* EXIT */.dc.unknown,
        cause,
    });
}
/** The interface documents status 304 for both, with only free text as the reason (interface.md, Errors). */
const LIKELY_CAUSES = 'Likely causes: the repository already contains all of this, or part of the push is invalid, such as the password of a security group.';
function refusedByServer(reason, phase) {
    const named = namedBy(reason, phase.changes);
    const outcome = phase.index === 0 ? 'the push and changed nothing' : `push ${phase.index + 1} of ${phase.count}`;
    return new errors/* CommandError */.Qd({
        code: reason.code ?? refusals/* UNKNOWN_REFUSALS */.TW.push,
        message: `The server refused ${outcome}: ${(0,lib_text/* withFullStop */.uo)(reason.message)}${about(named, reason)}${earlier(phase)}`,
        hint: reason.hint ?? (reason.code === undefined ? LIKELY_CAUSES : undefined),
        exitStatus: phase.index === 0 ? errors/* EXIT */.dc.error : errors/* EXIT */.dc.unknown,
        places: named.flatMap(({ place }) => place ?? []),
    });
}
/** The remark on a push that may already be in sync. */
function unchanged({ message }, { index, count }) {
    const which = count === 1 ? 'The push' : `Push ${index + 1} of ${count}`;
    return `${which} changed nothing. ${message} ${LIKELY_CAUSES}`;
}
function earlier({ index, count }) {
    if (index === 0)
        return '';
    return ` ${index} of ${count} pushes ${index === 1 ? 'was' : 'were'} accepted before and ${index === 1 ? 'remains' : 'remain'} in effect.`;
}
/**
 * The changes that the refused entry may stand for. Only items of the plan are shown: the server could quote anything.
 * The entry of a value names no key, so it may be any value of its context, unless the quoted text identifies it.
 */
function namedBy(reason, changes) {
    const { key, file, context } = reason;
    if (file !== undefined)
        return changes.filter((change) => isFile(change, reason)).slice(0, 1);
    if (key !== undefined)
        return ofKey(changes, key);
    if (context === undefined)
        return [];
    const inContext = changes.filter((change) => change.kind === 'value' && send_isSame(change.context, context));
    const quoted = inContext.filter((change) => change.kind === 'value' && quotes(reason, change.after));
    return quoted.length === 0 ? inContext : quoted;
}
/** One change stands for the key, if possible one that is declared in the files. */
function ofKey(changes, name) {
    const own = changes.filter((change) => change.kind !== 'file' && send_isSame(change.key, name));
    return [own.find(({ place }) => place !== undefined) ?? own].flat().slice(0, 1);
}
function isFile(change, { file = '', context }) {
    return change.kind === 'file' && (0,refusals/* isQuotedAs */.V_)(change.path, file) && send_isSame(change.context, context ?? '');
}
function quotes(reason, text) {
    return text === undefined ? reason.quotes === undefined : reason.quotes?.(text) === true;
}
function send_isSame(a, b) {
    return a.toLowerCase() === b.toLowerCase();
}
function about(named, { key, file }) {
    const [only] = named;
    if (only === undefined)
        return '';
    if (named.length === 1) {
        const hasContext = (key === undefined || file !== undefined) && 'context' in only;
        return ` (${(0,model_plan/* nameOf */.Vb)(only)}${hasContext ? ` in ${only.context}` : ''})${declaredAt(only)}`;
    }
    const names = named.map((change) => `${(0,model_plan/* nameOf */.Vb)(change)}${declaredShort(change)}`);
    const context = 'context' in only ? only.context : '';
    return ` It is one of the values for ${context}: ${(0,lib_text/* someOf */.yU)(names, { most: 5 })}.`;
}
function declaredAt({ place, removedFrom }) {
    if (place !== undefined)
        return ` Declared at ${place}.`;
    return removedFrom === undefined ? '' : ` Previously declared at ${removedFrom}.`;
}
function declaredShort({ place, removedFrom }) {
    if (place !== undefined)
        return ` (${place})`;
    return removedFrom === undefined ? '' : ` (was at ${removedFrom})`;
}

;// CONCATENATED MODULE: ./lib/apply/push.js
// Pushes a plan, retries temporary refusals, and verifies the result.













/** The push did not have the planned effect. `differs` is not masked yet. */
class VerifyError extends errors/* CommandError */.Qd {
    differs;
    constructor(differs) {
        const { length } = differs.changes.filter(model_plan/* isCounted */.he);
        super({
            code: 'verify-failed',
            message: `The server accepted the push, but ${(0,lib_text/* counted */.hS)(length, 'change')} ${length === 1 ? 'is' : 'are'} still missing after it.`,
            hint: 'Plan again to see what is missing. Another client may have changed the repository at the same time.',
            exitStatus: errors/* EXIT */.dc.unknown,
        });
        this.differs = differs;
    }
}
/** Milliseconds before the second, third and fourth attempt. */
const PAUSES = [1000, 2000, 4000];
/**
 * Reads again after an accepted push. Throws {@link CommandError} with status 4 if something differs.
 * @param plan what was pushed
 */
async function verify(source, plan) {
    if (!(0,model_plan/* isRead */.H9)(source.input.liveSource))
        return 'unverified';
    const after = await readAfter(source, plan);
    if (after.changes.some((change) => !change.rewritten))
        throw new VerifyError(after);
    return 'verified';
}
/**
 * The counts after an accepted push, where nothing else can be read; `undefined` if they are not known. Throws
 * {@link CommandError} with status 4 if they show that the push has not arrived.
 */
async function compareCounts({ listing, input, checkout, server: { target, reader, connection } }, { changes }) {
    const { applied, live, liveSource } = input;
    const before = listing?.counts;
    const { baseline, otherProjects } = checkout;
    const hasOthers = otherProjects.inFiles.length + otherProjects.recorded.length > 0;
    const isUncertain = applied.begun !== undefined || baseline.chosen !== undefined || hasOthers;
    const pushed = { changes, live, liveSource, isUncertain };
    const expected = before && expectedCounts(before, pushed);
    if (before === undefined || expected === undefined)
        return undefined;
    // A failed read does not fail the apply: the push was accepted.
    const all = await reader.repositories().catch(() => []);
    const info = (0,wire/* infoOf */._U)(all, target.repository);
    const found = info && (0,wire/* countsOf */.mQ)(info);
    if (found === undefined)
        return undefined;
    if (isShort({ before, expected, found }))
        throw notArrived({ expected, found }, { target, connection });
    return { expected, found };
}
/**
 * Whether nothing has changed, or values are missing. More than expected may be the work of others, and fewer keys are
 * usual where other projects have values under the same keys.
 */
function isShort({ before, expected, found }) {
    const isUnchanged = (0,external_node_util_.isDeepStrictEqual)(found, before) && !(0,external_node_util_.isDeepStrictEqual)(expected, before);
    return isUnchanged || found.values < expected.values;
}
function notArrived({ expected, found }, { target, connection }) {
    const repository = (0,targets/* repositoryText */.g_)(target.repository);
    const why = connection.token === undefined
        ? 'Others may have changed the repository.'
        : `The token may belong to another repository, which the push has then changed: check that it is a token of ${repository}.`;
    return new errors/* CommandError */.Qd({
        code: 'verify-failed',
        message: `The server accepted the push, but the counts of ${repository} do not show it: ${(0,server_reads/* sizeText */.lP)(found)} instead of ${(0,server_reads/* sizeText */.lP)(expected)}.`,
        hint: `${why} Then apply again: it writes again everything that this apply has sent.`,
        exitStatus: errors/* EXIT */.dc.unknown,
    });
}
/**
 * What is left of a plan that is no longer fresh, so that changes made meanwhile are not overwritten. Throws
 * {@link CommandError}, before anything is sent, if the plan has changed.
 * @param age milliseconds since it was read
 */
async function stillPlanned(source, { plan, age }) {
    const { changes } = plan;
    const again = readAgain(changes, { isPushed: false, age });
    if (!(0,model_plan/* isRead */.H9)(plan.live) || again === 'nothing')
        return plan;
    const fresh = await replan(source, { changes, again, mayBeUnread: true });
    if (fresh === undefined || (0,model_plan/* hasRefusals */.q5)(fresh) || !isPartOf(fresh, plan))
        throw changedMeanwhile();
    return { ...plan, changes: fresh.changes };
}
function changedMeanwhile() {
    return new errors/* CommandError */.Qd({
        code: 'changed-meanwhile',
        message: 'The repository on the server changed after this apply was planned; nothing was sent.',
        hint: 'Apply again to plan from the current state.',
    });
}
/**
 * Retries only temporary refusals (such as a simultaneous write), after a fresh read, and only if the rest is part of
 * the plan that was shown. Returns sentences about the pushes. Throws {@link CommandError} unless everything was
 * accepted; its exit status tells whether something was sent.
 */
async function pushUntilTaken(source, { plan, changeComment, options, runtime, open, stop }) {
    const { connection, target } = source.server;
    const pusher = createPusher(connection, {
        repository: target.repository,
        applicationName: applicationName(options.applicationName),
        signal: stop?.atOnce,
    });
    let left = plan;
    if (left.changes.length === 0)
        return [];
    for (let attempt = 1;; attempt++) {
        const { onStep } = runtime;
        const sending = { plan: left, changeComment, pusher, open, stop, onStep };
        const { refused, remarks } = await sendPlan(source, sending);
        const again = attempt > 1 ? [`The server accepted the push on attempt ${attempt}.`] : [];
        if (refused === undefined)
            return [...again, ...remarks];
        const pause = PAUSES[attempt - 1];
        if (!refused.isPassing || pause === undefined || !(0,model_plan/* isRead */.H9)(plan.live))
            throw afterAttempts(refused.error, attempt);
        runtime.onStep(`Refused temporarily; attempt ${attempt + 1} of ${PAUSES.length + 1}`);
        await runtime.pause(pause);
        const fresh = await replan(source, { changes: plan.changes }).catch(() => undefined);
        if (fresh === undefined || (0,model_plan/* hasRefusals */.q5)(fresh) || !isPartOf(fresh, plan))
            throw afterAttempts(refused.error, attempt);
        if (fresh.changes.length === 0)
            return again;
        left = fresh;
    }
}
function afterAttempts(error, attempts) {
    if (attempts === 1)
        return error;
    const message = `${error.message} Tried ${attempts} times, each time after a fresh read.`;
    const { code, hint, exitStatus, places } = error;
    return new errors/* CommandError */.Qd({ code, message, hint, exitStatus, places, cause: error });
}
/** The changes of a plan are sorted, so a part of it has them in the same order. */
function isPartOf(fresh, shown) {
    const planned = shown.changes.map(withoutReceived);
    let next = 0;
    return fresh.changes.every((change) => {
        const wanted = withoutReceived(change);
        while (next < planned.length && !(0,external_node_util_.isDeepStrictEqual)(wanted, planned[next]))
            next++;
        return next++ < planned.length;
    });
}
/** Who receives a change depends on other values, too. What is sent does not. */
function withoutReceived(change) {
    return { ...change, received: undefined };
}
async function readAfter(source, { changes }) {
    try {
        const after = await replan(source, { changes, isPushed: true });
        if (after !== undefined)
            return after;
    }
    catch (cause) {
        if (!(cause instanceof errors/* CommandError */.Qd))
            throw cause;
        throw unverified(cause);
    }
    throw unverified({ message: 'The repository can no longer be read.' });
}
function unverified(cause) {
    const { message, hint } = cause;
    const after = 'Once the server can be read, plan again: the plan should show `No changes.` If it does not, apply again.';
    return new errors/* CommandError */.Qd({
        code: 'unverified',
        message: `The server accepted the push, but it could not be verified: ${message}`,
        hint: hint === undefined ? after : `${hint} ${after}`,
        exitStatus: errors/* EXIT */.dc.unknown,
        ...(cause instanceof errors/* CommandError */.Qd && { cause }),
    });
}

;// CONCATENATED MODULE: ./lib/apply/execute.js
// Executes the plan of one target: begins the record, pushes, finishes the record, and verifies.






/**
 * Applies what was prepared, shown and approved. `remarks` are about the push and the record alone. Throws
 * {@link CommandError}, whose exit status tells whether something was sent.
 */
async function execute(prepared, executing) {
    const { options, result: planned } = prepared;
    const { runtime } = executing;
    const { plan, open } = await beginApply(prepared, runtime);
    const result = { ...planned, plan };
    if ((0,model_plan/* hasRefusals */.q5)(plan))
        return { ...result, remarks: [], outcome: 'refused' };
    const source = { ...prepared, result };
    if (plan.changes.length === 0) {
        const { where, remarks } = await recordUnchanged(source, runtime);
        return { ...result, remarks, ...recordedAt(where), outcome: 'nothing' };
    }
    const { remarks: pushed, ...counted } = await whileBegun(open, () => push(source, { ...executing, open }));
    // The server is read while Git writes the record, which is written whatever is found.
    const finishing = open === undefined ? Promise.resolve({ remarks: [] }) : finishApply(open);
    const verifying = options.verify ? verify(source, plan) : undefined;
    const [recorded, outcome = 'unchecked'] = await (0,parallel/* bothEnded */.ME)(finishing, verifying);
    if (recorded.isOpen && outcome !== 'verified')
        throw leftOpen(recorded);
    const remarks = [...pushed, ...recorded.remarks];
    return { ...result, remarks, ...recordedAt(recorded.where), ...counted, outcome };
}
function recordedAt(where) {
    return where === undefined ? {} : { recorded: where };
}
/** Nothing shows that the push has arrived, and the record does not say that it was accepted. */
function leftOpen({ remarks }) {
    return new errors/* CommandError */.Qd({
        code: 'record-open',
        message: `The server accepted the push, which was not verified. ${remarks.join(' ')}`,
        hint: 'Once origin can be reached and written, apply again.',
        exitStatus: errors/* EXIT */.dc.unknown,
    });
}
/** Sends what is left of the plan after a look at the server, and counts what it did where nothing can be read. */
async function push(source, { open, runtime, stop }) {
    const { options, input, result, readAt } = source;
    const { plan, changeComment } = result;
    await runtime.onStep(`Pushing ${(0,lib_text/* counted */.hS)(plan.changes.length, 'change')}`);
    // A person, a review, another target or a slow origin takes time.
    const left = await stillPlanned(source, { plan, age: runtime.now().getTime() - readAt.getTime() });
    const remarks = await pushUntilTaken(source, { plan: left, changeComment, open, options, runtime, stop });
    // Before it is recorded: without a read, later plans take from the record that everything has arrived.
    const counts = options.verify && !(0,model_plan/* isRead */.H9)(input.liveSource) ? await compareCounts(source, plan) : undefined;
    return { remarks, ...(counts && { counts }) };
}

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./lib/lib/replace-file.js
var replace_file = __webpack_require__(5738);
// EXTERNAL MODULE: ./lib/lib/system.js
var system = __webpack_require__(6762);
// EXTERNAL MODULE: ./lib/plan/digest.js
var digest = __webpack_require__(9627);
// EXTERNAL MODULE: ./lib/render/json.js
var render_json = __webpack_require__(7544);
;// CONCATENATED MODULE: ./lib/apply/plan-file.js
// [edge] Writes the plan file of `plan --out`, and reads its digest for `apply --plan`.









/** The plan with a refusal if it is not the one of the plan file. Without changes nothing is sent, whatever was reviewed. */
function refuseUnreviewed(plan, { plan: file, digestKey, target }, cwd) {
    if (file === undefined)
        return plan;
    const reviewed = reviewedDigest(file, { cwd, target });
    if (plan.changes.length === 0 || reviewed === (0,digest/* planDigest */.G)(plan, digestKey))
        return plan;
    return (0,model_plan/* withFindings */.$c)(plan, {
        severity: 'refusal',
        code: 'not-reviewed',
        message: `This plan is not the one in ${file}.`,
        hint: NOT_REVIEWED,
    });
}
const NOT_REVIEWED = 'Since the review, the files or the server have changed, or this apply has another target, `prune` or digest key. This plan shows what would be applied now. Make a new plan file, and have it reviewed.';
/** Larger than any plan that a server accepts. */
const plan_file_MAX_BYTES = 256 * 1024 * 1024;
/** Deeper than any plan. */
const MAX_DEPTH = 100;
/** Throws {@link CommandError} unless the file has a digest in the format of this version: it may contain anything. */
function reviewedDigest(name, { cwd, target }) {
    const file = readObject(name, (0,external_node_path_.resolve)(cwd, name));
    if (file.version !== render_json/* JSON_VERSION */.w7)
        throw badPlanFile(`${name} ${NO_PLAN}.`);
    const plan = planIn(file, target);
    if (plan === undefined)
        throw badPlanFile(`${name} has no plan of the target \`${target}\`.`);
    const { digest } = plan;
    if (typeof digest === 'string' && /^[0-9a-f]{64}$/.test(digest))
        return digest;
    throw badPlanFile(`${name} ${NO_PLAN}.`);
}
const NO_PLAN = 'is not a plan file of this version';
function readObject(name, path) {
    try {
        const stat = (0,external_node_fs_.statSync)(path);
        // Reading a pipe could block forever.
        const text = stat.isFile() && stat.size <= plan_file_MAX_BYTES ? (0,external_node_fs_.readFileSync)(path, 'utf8') : '';
        const file = (0,json/* excessOf */.FR)(text, MAX_DEPTH) === undefined ? JSON.parse(text) : undefined;
        if ((0,json/* isPlainObject */.Qd)(file))
            return file;
    }
    catch (cause) {
        throw badPlanFile(`${name} ${(0,system/* codeOf */.$N)(cause) === undefined ? NO_PLAN : 'cannot be read'}.`, cause);
    }
    throw badPlanFile(`${name} ${NO_PLAN}.`);
}
/** The only plan in the file, or that of the target. */
function planIn(file, target) {
    if (target === undefined || !Array.isArray(file.targets))
        return file;
    return file.targets.find((one) => (0,json/* isPlainObject */.Qd)(one) && one.name === target);
}
function badPlanFile(message, cause) {
    const hint = 'Create it with `confighub-sync plan --out <file>` (output `plan-path` of the action).';
    return new errors/* CommandError */.Qd({ code: 'bad-plan-file', message, hint, cause });
}
/** Throws {@link CommandError} for a path that cannot be written, before the server is read for its content. */
function checkOutput(name, cwd) {
    if (name === undefined)
        return;
    const path = (0,external_node_path_.resolve)(cwd, name);
    if ((0,external_node_fs_.statSync)(path, { throwIfNoEntry: false })?.isDirectory())
        throw notWritten(name, { what: 'it is a folder', hint: 'Name a file.' });
    if (!(0,external_node_fs_.existsSync)((0,external_node_path_.dirname)(path)))
        throw notWritten(name, { what: 'its folder does not exist', hint: 'Create the folder, or use another path.' });
}
/** The plan file is never incomplete. Throws {@link CommandError}. */
function writePlanFile(name, { content, cwd }) {
    try {
        (0,replace_file/* replaceFile */.f)((0,external_node_path_.resolve)(cwd, name), content);
    }
    catch (cause) {
        const problem = (0,errors/* systemProblem */.N$)(cause);
        throw problem === undefined ? cause : notWritten(name, { ...problem, cause });
    }
}
function notWritten(name, { what, hint, cause }) {
    return new errors/* CommandError */.Qd({ code: 'file-system', message: `Cannot write ${name}: ${what}.`, hint, cause });
}

// EXTERNAL MODULE: ./lib/plan/unset.js
var unset = __webpack_require__(9998);
// EXTERNAL MODULE: ./lib/apply/revision.js
var apply_revision = __webpack_require__(2643);
// EXTERNAL MODULE: ./lib/apply/connect.js + 4 modules
var connect = __webpack_require__(8630);
// EXTERNAL MODULE: ./lib/apply/inspect.js
var inspect = __webpack_require__(3040);
// EXTERNAL MODULE: ./lib/apply/live.js
var apply_live = __webpack_require__(2056);
// EXTERNAL MODULE: ./lib/apply/secret-sources.js + 1 modules
var secret_sources = __webpack_require__(3662);
// EXTERNAL MODULE: ./lib/apply/plan-input.js + 3 modules
var plan_input = __webpack_require__(5888);
// EXTERNAL MODULE: ./lib/apply/project.js
var apply_project = __webpack_require__(2405);
// EXTERNAL MODULE: ./lib/apply/record-place.js
var record_place = __webpack_require__(8681);
// EXTERNAL MODULE: ./lib/documents/globs.js
var globs = __webpack_require__(3285);
// EXTERNAL MODULE: ./lib/record/git-repository.js
var git_repository = __webpack_require__(1954);
// EXTERNAL MODULE: ./lib/record/work-tree-status.js
var work_tree_status = __webpack_require__(5448);
;// CONCATENATED MODULE: ./lib/apply/work-tree.js
// Whether the files of a project are as they are committed: an apply is of a commit.





/** `undefined` outside Git. Before the first commit nothing is committed. Throws GitError. */
async function differences(project) {
    const { git, files } = project;
    if (git === undefined)
        return undefined;
    const head = await git.head();
    const entries = head === undefined ? [] : await (0,git_snapshot/* listFolder */.bt)(git, { commit: head.commit, folder: git.folder });
    const committed = new Map(entries.map(({ path, id }) => [path, id]));
    const modes = new Map((0,git_repository/* inFolder */._z)(project.index, git.folder).map(({ path, mode }) => [path, mode]));
    const why = (path, bytes) => {
        const id = committed.get(path);
        if ((0,work_tree_status/* isLfsPointer */.NS)(bytes))
            return 'a pointer of Git LFS';
        if (id === (0,work_tree_status/* blobId */.zA)(bytes, id))
            return undefined;
        if (id !== undefined)
            return 'changed';
        const [mode] = foldersAndFile(path).flatMap((one) => modes.get(one) ?? []);
        if (mode === undefined)
            return 'not tracked';
        return NOT_REGULAR[mode] ?? 'added';
    };
    const isDocument = (0,globs/* documentMatcher */.ej)(project.project);
    const removed = [...committed.keys()].filter((path) => !files.has(path) && isDocument(path));
    const reasons = [...files].flatMap(([path, bytes]) => {
        const reason = why(path, bytes);
        return reason === undefined ? [] : [[path, reason]];
    });
    const all = [...reasons, ...removed.map((path) => [path, 'removed'])];
    return {
        ids: new Map([...files.keys()].flatMap((path) => idIn(committed, path))),
        uncommitted: all
            .sort(([a], [b]) => (0,lib_text/* compareText */.n6)(a, b))
            .map(([path, reason]) => `${project.display(path)} (${reason})`),
    };
}
/** `a`, `a/b` and `a/b/c` of `a/b/c`. */
function foldersAndFile(path) {
    const parts = path.split('/');
    return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
}
/** By the mode of the file, or of a folder above it. */
const NOT_REGULAR = { '120000': 'a symbolic link', '160000': 'in a submodule' };
function idIn(committed, path) {
    const id = committed.get(path);
    return id === undefined ? [] : [[path, id]];
}

;// CONCATENATED MODULE: ./lib/apply/prepare.js
// Prepares a plan: reads the project, the baseline and the server. Never writes.























/** Throws if the files have errors; only reads were sent to the server by then. The caller closes what it gets. */
async function prepare(given, runtime, { missingEnv = 'error', isApply = false } = {}) {
    await (0,trust/* refuseUntrustedUrl */.k_)(given, runtime);
    const { remarks, ...trusted } = await (0,trust/* trustedSettings */.$L)(given, runtime);
    const options = { ...given, ...trusted };
    // Git and the first requests run while the project is read.
    const opening = (0,apply_project/* openAround */.Co)(options.config, runtime);
    let started = await prefetch(options, { runtime, opening });
    try {
        const project = await (0,apply_project/* openProject */.U8)(options, {
            runtime,
            missingEnv,
            opening,
            asCommitted: true,
            outcome: 'nothing was sent',
        });
        // After the files were read, so that a change of them before is noticed.
        const comparing = (0,parallel/* ahead */.Uc)(isApply ? differences(project) : Promise.resolve(undefined));
        started ??= await startReading(project.project, options, { runtime, opening });
        runtime.onStep(`Reading ${(0,targets/* repositoryText */.g_)(started.target.repository)}`);
        return await readAndPlan({ ...started, project, comparing, options, runtime, remarks });
    }
    catch (error) {
        started?.connection.http.close();
        throw error;
    }
}
async function readAndPlan(opened) {
    const { project, target, connection, reader, options, runtime } = opened;
    const readingBaseline = (0,parallel/* ahead */.Uc)((0,apply_baseline/* readBaseline */.mF)(project, { target, options, reading: opened.reading }));
    const readingBase = (0,parallel/* ahead */.Uc)(readBaseAfter(readingBaseline, opened));
    // What inspection finds explains the other failures, so it is awaited first.
    const hasToken = options.token !== undefined;
    const inspection = await (0,inspect/* inspect */.Nn)(opened.asked, { target, ...project });
    const baseline = await readingBaseline;
    const pulls = (0,apply_live/* pullsFor */._)(opened, inspection);
    // A first apply needs the counts: they are read in parallel with the export.
    if ((0,plan_input/* isFirstApply */.ZB)(baseline, options))
        void (0,parallel/* ahead */.Uc)(inspection.listing());
    const live = await (0,apply_live/* liveOf */.Q)(await opened.exporting, {
        recorded: () => standInFor(baseline, project.state),
        ...(hasToken && { pulls: () => (0,read_live/* readByPulls */.g7)(pulls, { ...(0,apply_baseline/* toPull */.Vl)(baseline, project.state), mayBeUnread: true }) }),
    });
    const base = await readingBase;
    // Pulls with a bad token would have failed.
    const tokenProblem = hasToken && live.source === 'export' ? await reader.tokenProblem() : undefined;
    const compared = await opened.comparing.catch(apply_project/* gitProblem */.w0);
    const isCommitted = compared?.uncommitted.length === 0;
    const masks = await (0,secret_sources/* masksOf */.JF)({ project, options, runtime, baseline, base, isCommitted });
    const { note, otherProjects, secrets: masked } = masks;
    const basis = await (0,plan_input/* planInput */.yN)({ ...opened, inspection, baseline, live, tokenProblem });
    const notes = [...basis.input.notes, ...(note === undefined ? [] : [note])];
    const secrets = { ...basis.input.secrets, ...masked };
    const { listing, input, plan } = await (0,plan_input/* planWithListing */.E_)((0,unset/* withoutUnset */.sZ)({ ...basis.input, secrets, notes }, project), {
        project,
        target,
        baseline,
        options,
        otherProjects,
        inspection,
        listing: basis.listing,
    });
    const used = {
        before: baseline.record?.done && (0,record_format/* readsOf */.JP)(baseline.record.done),
        mode: connection.reads ?? 'all',
        isLiveRead: (0,model_plan/* isRead */.H9)(live.source),
        isRecorded: baseline.record?.done !== undefined && baseline.problem === undefined,
        used: [...(listing?.answered ?? []), ...basis.used],
        missing: [...(listing?.missing ?? []), ...basis.missing],
    };
    if (live.source === 'none' && !baseline.isUnknown)
        (0,inspect/* refuseUnanswered */.DN)({ ...used, target, project: project.project });
    (0,inspect/* refuseLost */.z8)(used);
    const readAt = runtime.now();
    const head = await project.git?.head();
    reportPlannedSecrets(plan, runtime.onSecret);
    const comment = await changeComment(options, { git: project.git, head, plan, runtime });
    return {
        options,
        server: { target, connection, reader, pulls },
        checkout: { project, baseline, otherProjects, head, differences: compared },
        base,
        input,
        result: {
            plan,
            warnings: project.diagnostics,
            remarks: [
                ...opened.remarks,
                ...baseline.warnings,
                ...unfinishedRemarks({ begun: baseline.record?.begun ?? [] }, connection.http.now()),
            ],
            changeComment: comment,
            commit: head?.commit,
            removedAt: isOfRecord(baseline, options) ? baseline.record?.done?.source : undefined,
        },
        reads: (0,inspect/* readsToRecord */.Ot)(used),
        readAt,
        listing,
        close: () => connection.http.close(),
    };
}
/** Whether all lines that a plan may remove are those of the recorded commit. */
function isOfRecord({ begun }, options) {
    return begun.length === 0 && options.baseline === undefined;
}
/** Two simultaneous fetches conflict in a shallow clone, so this waits for the baseline. */
async function readBaseAfter(readingBaseline, { project, options, runtime }) {
    if (options.into === undefined)
        return undefined;
    await readingBaseline;
    return (0,apply_revision/* readBase */.wZ)(project, { ...runtime, revision: options.into });
}
/** Stands in for live if the server cannot be read. */
function standInFor({ done: state, begun, chosen, record }, desired) {
    const source = state === undefined && begun.length === 0 ? 'none' : 'baseline';
    const intents = [...begun, ...(chosen ? [chosen] : [])];
    const { types } = record?.done?.facts ?? record_format/* NO_FACTS */.Kj;
    return { state: recordedLive({ types, intents, ...(state && { state }) }, desired), source };
}
/** Secret texts on the server may still be in use, so they are masked too. */
function reportPlannedSecrets({ changes, drift }, onSecret) {
    const announce = (change, side) => {
        if (change.kind === 'key')
            return;
        for (const text of change.secrets?.texts ?? [])
            onSecret?.(text);
        if (change.secret && change[side])
            onSecret?.(change[side]);
    };
    for (const change of changes)
        announce(change, 'before');
    for (const change of drift)
        announce(change, 'after');
}
/** Throws if the target or the connection settings are invalid. */
async function startReading(project, options, { runtime, opening }) {
    const connected = await (0,connect/* connectTarget */.u)(project, { options, runtime });
    const { target, reader } = connected;
    const exporting = (0,parallel/* ahead */.Uc)((0,read_live/* readExport */.Jb)(reader, target.repository));
    const asked = (0,inspect/* ask */.kA)(reader, { target, hasToken: options.token !== undefined });
    const readingRecord = async () => {
        const git = await opening;
        if (git === undefined)
            return undefined;
        // Needed later: Git reads it meanwhile.
        void (0,parallel/* ahead */.Uc)(git.head());
        if (!(options.record ?? project.record))
            return undefined;
        return (0,record_record/* readRecord */.aE)((0,record_place/* placeFor */.vM)(git, target, (0,record_place/* pathInGit */.dR)(git, (0,external_node_path_.basename)(options.config))));
    };
    return { ...connected, asked, exporting, reading: (0,parallel/* ahead */.Uc)(readingRecord()) };
}
/** `undefined` if something is wrong: reading the whole project reports it together with all other errors. */
async function prefetch(options, starting) {
    const { runtime } = starting;
    try {
        if (!(0,apply_project/* hasProjectFile */.k8)(options, runtime))
            return undefined;
        return await startReading((0,apply_project/* readProjectFile */.SI)(options, runtime), options, starting);
    }
    catch (error) {
        if (error instanceof errors/* CommandError */.Qd)
            return undefined;
        throw error;
    }
}

;// CONCATENATED MODULE: ./lib/model/outcome.js
// What becomes of a target: for each outcome, what a terminal, a workflow and a comment say of it.
const APPLIED = { result: 'applied', settles: 'applied', isDone: true, isSent: true };
/** The most important first. */
const OUTCOMES = {
    uncertain: {
        heading: '⚠️ Sent, outcome uncertain',
        words: 'failed, partly or with an unknown outcome',
        result: 'failed',
        settles: 'uncertain',
        isDone: false,
        isSent: true,
    },
    failed: { heading: '❌ Not applied', words: 'failed', result: 'failed', isDone: false },
    refused: {
        heading: '⛔ Refused',
        words: 'refused',
        line: 'The apply was refused: nothing was sent.\n',
        result: 'refused',
        isDone: false,
    },
    declined: {
        heading: '⛔ Refused',
        words: 'not attempted',
        line: 'Not applied: nothing was sent.\n',
        result: 'refused',
        isDone: false,
    },
    unverified: { heading: '⚠️ Applied, not verified', words: 'applied, not verified', ...APPLIED },
    unchecked: {
        heading: '⚠️ Applied, not verified',
        words: 'applied, not verified (--no-verify)',
        line: 'Applied, not verified (--no-verify).\n',
        ...APPLIED,
    },
    drifted: { heading: '⚠️ Drift', result: 'checked', isDone: true },
    verified: {
        heading: '✅ Applied and verified',
        words: 'applied and verified',
        line: 'Applied and verified.\n',
        ...APPLIED,
    },
    offline: {
        heading: 'Plan without the server',
        state: 'Changes, server not read',
        result: 'planned',
        isDone: true,
    },
    planned: { heading: 'Plan', state: 'Changes', result: 'planned', isDone: true },
    'not-attempted': { heading: 'Not attempted', words: 'not attempted', result: 'skipped', isDone: false },
    nothing: { heading: 'No changes', words: 'no changes', result: 'nothing', settles: 'nothing', isDone: true },
    unchanged: { heading: 'No changes', words: 'no changes', result: 'planned', settles: 'nothing', isDone: true },
    clean: { heading: 'No drift', result: 'checked', isDone: true },
};
const BY_IMPORTANCE = Object.keys(OUTCOMES);
function importanceOf(outcome) {
    return BY_IMPORTANCE.indexOf(outcome);
}
/** As what a page shows it: a target without changes as such, whether or not its apply was attempted. */
function shownAs({ outcome, plan }) {
    const isLeft = outcome === 'not-attempted' || outcome === 'declined';
    return outcome === 'nothing' || (isLeft && plan?.changes.length === 0) ? 'unchanged' : outcome;
}

// EXTERNAL MODULE: ./lib/apply/targets.js
var apply_targets = __webpack_require__(4758);
;// CONCATENATED MODULE: ./lib/apply/rows.js
// What became of each target of a command: one row for each, in the order of the project file.




/** Works on all targets; `show` gets each row as soon as those before it are shown. */
async function rowsOf(targets, { work, show = () => undefined }) {
    const rows = [];
    for await (const one of (0,apply_targets/* eachTarget */.j$)(targets, work)) {
        const row = 'error' in one ? failedRow(one) : { ...one.result, name: one.name };
        show(row);
        rows.push(row);
    }
    return rows;
}
/** @param planned what is known of its plan */
function failedRow({ name, error }, planned = {}) {
    return { ...planned, name, error, outcome: error.exitStatus === errors/* EXIT */.dc.unknown ? 'uncertain' : 'failed' };
}
/** What a plan is before it is applied. */
function plannedOutcome(plan) {
    if ((0,model_plan/* hasRefusals */.q5)(plan))
        return 'refused';
    if (plan.live === 'base')
        return 'offline';
    return plan.changes.some(model_plan/* isCounted */.he) ? 'planned' : 'unchanged';
}
function isDone({ outcome }) {
    return OUTCOMES[outcome].isDone;
}
/** Whether something was sent to the server of the target. */
function isSent({ outcome }) {
    return OUTCOMES[outcome].isSent === true;
}
/** Whether a later apply continues: something was sent, and not all is done. */
function isPartial(rows) {
    return rows.some(isSent) && !rows.every(isDone);
}
/** Of all targets together: once something was sent anywhere, a failure means that the result is partial. */
function exitStatusOf(rows) {
    if (rows.every(isDone))
        return errors/* EXIT */.dc.done;
    if (rows.some(isSent))
        return errors/* EXIT */.dc.unknown;
    return rows.find(({ error }) => error !== undefined)?.error?.exitStatus ?? errors/* EXIT */.dc.refused;
}
/** What became of the target of an apply, in a few words. */
function outcomeText(row) {
    const { words = '' } = OUTCOMES[shownAs(row)];
    if (row.error !== undefined)
        return `${words}: ${row.error.code}`;
    return row.outcome === 'nothing' && row.recorded !== undefined ? 'recorded; nothing was sent' : words;
}

;// CONCATENATED MODULE: ./lib/commands/apply.js
// apply: prepares the plans of all targets, then executes one after the other, up to the first that fails.










/** Plans for all targets. Nothing is sent to any if one of the plans is refused or could not be made. */
async function prepareTargets(targets, runtime) {
    const prepared = [];
    const close = () => {
        for (const one of prepared)
            one.prepared?.close();
    };
    try {
        for await (const one of (0,apply_targets/* eachTarget */.j$)(targets, (options) => prepareApply(options, runtime)))
            prepared.push('error' in one ? { row: failedRow(one) } : targetOf(one.name, one.result));
        return { targets: prepared, close };
    }
    catch (error) {
        close();
        throw error;
    }
}
function targetOf(name, prepared) {
    const { result } = prepared;
    return { row: { ...result, name, outcome: plannedOutcome(result.plan) }, prepared };
}
/** The plan of one target, with the refusals that only an apply has. The caller closes it. */
async function prepareApply(options, runtime) {
    refuseComparison(options);
    const planned = await prepare(options, runtime, { isApply: true });
    try {
        return await checked(await withReviews(planned, { runtime, isApply: true }), runtime);
    }
    catch (error) {
        planned.close();
        throw error;
    }
}
/** The target with the approval that its plan asks for; `undefined`: it asks for none, or that would not be enough. */
async function withApproval({ row, prepared }, runtime) {
    const force = row.plan?.force === undefined ? undefined : (0,model_force/* parseForce */.fu)(row.plan.force);
    if (prepared === undefined || force === undefined || prepared.options.force !== undefined)
        return undefined;
    const approved = await checked(await withForce(prepared, force, runtime), runtime);
    return (0,model_plan/* hasRefusals */.q5)(approved.result.plan) ? undefined : targetOf(row.name, approved);
}
/** Applies one target after the other, up to the first that fails, and yields what became of each. */
async function* executeTargets(targets, executing) {
    let stopped = targets.map(({ row }) => row).find((row) => !isDone(row));
    for (const { row, prepared } of targets) {
        if (stopped === undefined && prepared !== undefined) {
            const { name } = row;
            const one = await (0,apply_targets/* settled */.gu)(name, execute(prepared, executing));
            const became = 'error' in one ? failedRow(one, row) : { ...one.result, name };
            const applied = { ...became, isAttempted: true };
            if (!isDone(applied))
                stopped = applied;
            yield applied;
        }
        else
            yield isDone(row) ? { ...row, outcome: 'not-attempted', reason: notAttempted(stopped) } : row;
    }
}
function notAttempted(by) {
    if (by === undefined)
        return 'Not attempted.';
    return `Not attempted, because \`${by.name}\` ${by.outcome === 'refused' ? 'was refused' : 'failed'}.`;
}
function refuseComparison({ into, offline }) {
    if (into === undefined && !offline)
        return;
    throw new errors/* CommandError */.Qd({
        code: 'bad-option',
        message: '`into` and `offline` are for plans only. Remove them, or run plan.',
    });
}
/** The plan with the refusals that only an apply has. */
async function checked(prepared, { cwd }) {
    const { checkout, options, result } = prepared;
    const plan = refuseUnreviewed(await refuseUnrecordable(result.plan, checkout, options), options, cwd);
    return { ...prepared, result: { ...result, plan } };
}

;// CONCATENATED MODULE: ./lib/commands/drift.js
// drift: what changed on the server since the last apply. Only reads.








/** One row for each target: `plan.drift` has the differences, and the plan has no changes. */
function driftRows(targets, { runtime, show }) {
    return rowsOf(targets, { work: (options) => drift(options, runtime), ...(show && { show }) });
}
/** Throws {@link CommandError} without a baseline or a read of the server: unknown drift is not "no drift". */
async function drift(options, runtime) {
    // The record is compared with live, so the variables of this process do not matter.
    const prepared = await prepare(options, runtime, { missingEnv: 'warning' });
    prepared.close();
    const { input, checkout, result } = prepared;
    const plan = driftOf(input, checkout);
    return {
        plan,
        outcome: plan.drift.some(model_plan/* isCounted */.he) ? 'drifted' : 'clean',
        warnings: (0,apply_project/* withoutMissingEnv */.QH)(result.warnings),
        remarks: result.remarks,
    };
}
function driftOf(input, checkout) {
    const { baseline } = input.applied;
    if (baseline === undefined)
        throw unknown(checkout.baseline.reason, checkout.project.git === undefined ? USE_GIT : APPLY_FIRST);
    if (!(0,model_plan/* isRead */.H9)(input.liveSource))
        throw unknown(NOT_READ, GIVE_TOKEN);
    const { unread } = input.server;
    if (unread !== undefined)
        throw unknown(`the server cannot show ${(0,lib_text/* someOf */.yU)(unread, { most: 5 })}`, read_live/* INVALID_VALUE */.Um);
    // With the baseline as desired, what remains of a plan is drift. Items created by others are shown, not deleted.
    const { begun: _, ...applied } = input.applied;
    const policy = { ...input.policy, onDrift: 'keep', prune: 'managed' };
    const asDesired = { ...input, desired: baseline, applied, policy, purpose: 'drift' };
    const { force: __, ...plan } = (0,make_plan/* makePlan */.j)({ ...asDesired, force: undefined });
    return { ...plan, changes: [], findings: [] };
}
const APPLY_FIRST = 'Apply once, or pass the last applied commit with --baseline.';
const USE_GIT = 'Run `git init` in the project folder, commit the files, and apply once. `confighub-sync plan` shows differences without a record.';
const NOT_READ = 'the server offers neither the export nor, with a token, `pull`';
const GIVE_TOKEN = 'Provide a token (CONFIGHUB_TOKEN), or allow reading without a token in the repository settings.';
function unknown(why, hint) {
    return new errors/* CommandError */.Qd({ code: 'drift-unknown', message: `Cannot determine drift: ${why}.`, hint });
}

// EXTERNAL MODULE: ./lib/record/refs.js
var record_refs = __webpack_require__(9643);
;// CONCATENATED MODULE: ./lib/record/history.js





/** The applies of a project, the newest first. Does not change the clone. Throws GitError. */
async function readHistory({ repository, ref }, limit) {
    const found = await (0,record_refs/* refValues */.y4)(repository, [ref]);
    if ('unreachable' in found)
        return { entries: [], warnings: [`origin could not be reached (${found.unreachable}).`] };
    const commit = found.values.get(ref);
    if (commit === undefined)
        return { entries: [], warnings: [] };
    if (!repository.origin) {
        const git = (args) => repository.git(args);
        return { entries: await entriesOf(git, { commit, limit }), warnings: [] };
    }
    // Into a temporary repository, because a clone may have only the last record.
    const entries = await (0,git_history/* inTemporary */.br)(repository, async ({ fetchHistory, git }) => {
        const fetched = await fetchHistory([commit], [`--depth=${limit}`]);
        if (fetched.status !== 0)
            throw new record_git/* GitError */.XS('Could not fetch the history from origin', fetched);
        return entriesOf(git, { commit, limit });
    });
    return { entries, warnings: [] };
}
async function entriesOf(git, { commit, limit }) {
    const options = ['--no-show-signature', '--encoding=UTF-8', '--date=iso-strict'];
    const log = await git(['log', ...options, `--max-count=${limit}`, '--format=%cd%n%B%x00', commit]);
    return (0,record_git/* textOf */.b6)('Cannot read the history of applies', log)
        .split('\0')
        .map((text) => text.replace(/^\n/, ''))
        .filter((text) => text !== '')
        .map(entryOf);
}
function entryOf(text) {
    const newline = text.indexOf('\n');
    const time = new Date(text.slice(0, newline)).toISOString();
    let said;
    try {
        said = (0,record_format/* parseMessage */.vY)(text.slice(newline + 1));
    }
    catch {
        // Written by another program.
        return { time };
    }
    const { state, source, actor, run, summary, approved, approvedBy, tookOver } = said;
    return {
        time,
        commit: source,
        unfinished: state === 'begun' ? true : undefined,
        actor,
        run,
        counts: (0,record_format/* countsOf */.mQ)(summary),
        approved: approved === undefined ? undefined : { force: approved, by: approvedBy },
        tookOver: tookOver.length === 0 ? undefined : tookOver.map(({ source: commit, ...apply }) => ({ commit, ...apply })),
    };
}
/** Deletes a record that is still as it was read. */
function forget({ repository, ref }, head) {
    return (0,record_refs/* moveRef */.LH)(repository, { ref, commit: undefined, expected: head });
}
/**
 * Moves a record that is still as it was read to the ref of another project file, which has none: all of its applies say
 * from then on that they are of that file, and what it was called before. Throws GitError.
 */
async function moveRecord(from, { to, record, now }) {
    const { repository } = from;
    const { done, begun, head } = record;
    let parent = done?.commit;
    for (const apply of [...begun, ...(done ? [done] : [])].reverse()) {
        const { formerFile = apply.projectFile, tree } = apply;
        const message = (0,record_format/* formatMessage */.hw)({ ...apply, projectFile: to.projectFile, formerFile });
        parent = await (0,git_snapshot/* commitTree */.SC)(repository, { message, parent, now, tree });
    }
    const created = await (0,record_refs/* moveRef */.LH)(repository, { ref: to.ref, commit: parent, expected: undefined });
    if (created.outcome !== 'moved')
        return created;
    return (0,record_refs/* moveRef */.LH)(repository, { ref: from.ref, commit: undefined, expected: head });
}

;// CONCATENATED MODULE: ./lib/commands/history.js
// history: lists the recorded applies, newest first; deletes a record, or moves it to the new name of its project file.






/** @param limit unchecked; default: 20 applies */
async function history_history(options, runtime, limit) {
    const count = Number(limit ?? 20);
    if (!Number.isInteger(count) || count < 1 || count > 100_000) {
        const message = 'Invalid limit: expected a number of applies from 1 to 100000.';
        throw new errors/* CommandError */.Qd({ code: 'bad-option', message });
    }
    const { place } = await (0,record_place/* recordPlace */.ZJ)(options, runtime);
    runtime.onStep('Reading the history of applies');
    return readHistory(place, count).catch(apply_project/* gitProblem */.w0);
}
/** Deletes the record of a project, so that its items become unmanaged. Throws {@link CommandError}. */
async function history_forget(options, runtime) {
    const { place, target } = await (0,record_place/* recordPlace */.ZJ)(options, runtime);
    runtime.onStep('Removing the record of applies');
    const { projectFile, ref, repository: git } = place;
    const record = await readAtRest(place);
    const { head } = record;
    const repository = `${(0,targets/* repositoryText */.g_)(target.repository)} at ${target.url}`;
    if (head === undefined)
        return { projectFile, repository };
    done(await forget(place, head).catch(apply_project/* gitProblem */.w0));
    const restore = git.origin ? `git push origin ${head}:${ref}` : `git update-ref ${ref} ${head}`;
    return { projectFile, repository, removed: { ref, commit: head, restore } };
}
/** Gives the record of a project file to the project, which has none: it was renamed. Throws {@link CommandError}. */
async function move(options, runtime, from) {
    const { place: to, target } = await (0,record_place/* recordPlace */.ZJ)(options, runtime);
    const { target: _, ...untargeted } = options;
    const { place } = await (0,record_place/* recordPlace */.ZJ)({ ...untargeted, ...target, config: from }, runtime);
    runtime.onStep('Moving the record of applies');
    const record = await readAtRest(place);
    const names = { from: place.projectFile, to: to.projectFile };
    if (record.problem !== undefined)
        throw notChanged(record.problem);
    if (record.head === undefined)
        throw notChanged(`${names.from} has no record for this repository of the server.`);
    if ((await (0,record_record/* readRecord */.aE)(to).catch(apply_project/* gitProblem */.w0)).head !== undefined)
        throw notChanged(`${names.to} has a record already.`, FORGET_FIRST);
    done(await moveRecord(place, { to, record, now: runtime.now() }).catch(apply_project/* gitProblem */.w0));
    return names;
}
const FORGET_FIRST = 'If that record is not needed, remove it first: `confighub-sync history --forget`.';
/** The record of a project that no running apply holds. */
async function readAtRest(place) {
    const record = await (0,record_record/* readRecord */.aE)(place).catch(apply_project/* gitProblem */.w0);
    if (record.unreachable !== undefined)
        throw notChanged(`origin cannot be reached (${record.unreachable}).`);
    const [top] = record.begun;
    // Whether its time is over only the clock of the server tells.
    if (top !== undefined && !(0,record_record/* isUnlocked */.st)(top))
        throw notChanged('An apply has begun and is not done.', 'Wait for it to finish. If it is no longer running, run `confighub-sync unlock`.');
    return record;
}
function done(moved) {
    if (moved.outcome === 'conflict')
        throw notChanged('Another apply began at the same time.');
    if (moved.outcome !== 'moved')
        throw notChanged(`The record cannot be changed: ${moved.reason}.`);
}
function notChanged(message, hint = 'Try again.') {
    return new errors/* CommandError */.Qd({ code: 'record-unchanged', message, hint });
}

// EXTERNAL MODULE: ./lib/options.js
var lib_options = __webpack_require__(1097);
// EXTERNAL MODULE: ./lib/documents/project-fields.js + 2 modules
var project_fields = __webpack_require__(7100);
;// CONCATENATED MODULE: ./lib/plan/against-base.js
// Compares with the base of a branch: pending changes, and plans made offline.




/**
 * Marks the changes that the plan of the base has too, to the same effect.
 * @param before the changes of the base's own plan, made against the same live and baseline
 */
function withPending(plan, { commit, before }) {
    const effects = new Set(before.map(effectOf));
    const changes = plan.changes.map((change) => {
        return effects.has(effectOf(change)) ? { ...change, pending: true } : change;
    });
    const pending = changes.filter((change) => change.pending && (0,model_plan/* isCounted */.he)(change)).length;
    // Without an export, only items that this branch declares are known.
    const dropped = plan.live === 'export' ? { dropped: countDropped(before, changes) } : {};
    return { ...plan, changes, base: { commit, pending, ...dropped } };
}
/** Items that base would change and head leaves alone. An item that head changes differently is a change of head. */
function countDropped(before, changes) {
    const items = new Set(changes.map(find_item/* changeId */.Ux));
    return before.filter((change) => (0,model_plan/* isCounted */.he)(change) && !items.has((0,find_item/* changeId */.Ux)(change))).length;
}
/** The item and what happens to it, without its cause and place. */
function effectOf(change) {
    const { action, rewritten = false } = change;
    return JSON.stringify([(0,find_item/* changeId */.Ux)(change), action, rewritten, ...contentOf(change)]);
}
function contentOf(change) {
    if (change.kind === 'key')
        return [(0,digest/* sortedEntries */.C)(change.before), (0,digest/* sortedEntries */.C)(change.after), change.whole ?? false];
    const present = [change.before !== undefined, change.after !== undefined];
    const group = change.kind === 'file' ? change.securityGroup : undefined;
    return [...present, change.before, change.after, group ?? null];
}
/** Head, where rows that both sides take from the same variable are kept: they are equal. */
function withSameVariables(head, live) {
    return (0,model_state/* withRows */.Qx)(head, (row, at) => {
        const there = (0,model_state/* rowAt */.ce)(live, at);
        const isSame = row.unknown && there?.unknown && row.variable === there.variable;
        return isSame && row.variable !== undefined ? { ...row, kept: true } : row;
    });
}
/** A plan without the server: items that cannot be compared count as declared, and nothing is known of live. */
function offlinePlan(plan) {
    const { unmanagedItems: _, ...rest } = plan;
    return { ...rest, unmanaged: 0, changes: plan.changes.map(declared), drift: [] };
}
function declared({ rewritten, ...change }) {
    return rewritten ? { ...change, cause: 'declared' } : change;
}

;// CONCATENATED MODULE: ./lib/commands/plan.js
// plan: what an apply would change. Cannot write.






















/** @param isStrict variables that are not set are errors, as in an apply and in every workflow */
async function plan(options, runtime, { isStrict = false } = {}) {
    if (options.offline)
        return planOffline(options, runtime);
    try {
        return await planWithServer(options, runtime, isStrict);
    }
    catch (error) {
        if (error instanceof trust/* UntrustedUrl */.Oj && error.trusted !== undefined)
            return planWithoutServer(error, { options, runtime, trusted: error.trusted });
        throw error;
    }
}
function planRows(targets, { runtime, isStrict = false, show }) {
    const work = async (options) => {
        const result = await plan(options, runtime, { isStrict });
        return { ...result, outcome: plannedOutcome(result.plan) };
    };
    return rowsOf(targets, { work, ...(show && { show }) });
}
async function planWithServer(options, runtime, isStrict) {
    const missingEnv = isStrict || (0,system/* isWorkflow */._2)(runtime.env) ? 'error' : 'warning';
    const unreviewed = await prepare(options, runtime, { missingEnv });
    unreviewed.close();
    const prepared = await withReviews(unreviewed, { runtime, isApply: false });
    const { checkout, result } = prepared;
    const compared = withBase(prepared, options);
    // What a branch is compared with its base for is applied after a merge, from another commit.
    const isOfBranch = options.into !== undefined;
    const now = prepared.server.connection.http.now();
    const warned = await warnOfRecord(compared.plan, { checkout, now, allowOlder: options.allowOlder || isOfBranch });
    const plan = isOfBranch ? ofBranch(warned, options, runtime) : warned;
    const { git } = checkout.project;
    const isUncommitted = git !== undefined && (await git.head()) === undefined;
    const uncommitted = isUncommitted ? [NOTHING_COMMITTED] : [];
    const warnings = (0,apply_project/* withMissingEnvOnce */.j0)(result.warnings, plan.unset);
    return { ...result, plan, warnings, remarks: [...result.remarks, ...compared.remarks, ...uncommitted] };
}
const NOTHING_COMMITTED = 'Nothing is committed yet. Applies are recorded in Git: commit the files before you apply them.';
/**
 * For files with a server URL that is not trusted: compares with a trusted commit instead. The base of an entry in a
 * merge queue may itself be queued, so it may name the same URL.
 */
async function planWithoutServer({ why, hint = '' }, { options, runtime, trusted }) {
    const { baseline: _, ...compared } = options;
    const into = options.untrusted?.commit === undefined ? trusted : (options.into ?? trusted);
    const result = await planOffline({ ...compared, into }, runtime);
    return { ...result, remarks: [`Planned without the server: ${why}. ${hint}`, ...result.remarks] };
}
/** The plan of what a merge applies, with what the merge needs that the plan does not. */
function ofBranch(plan, { token }, { merge }) {
    const notes = token === undefined ? [NO_TOKEN, ...plan.notes] : plan.notes;
    return withMerge({ ...plan, notes }, merge);
}
const NO_TOKEN = 'No token is set: the apply will need one, unless the repository allows pushes without a token.';
/** Says what the plan is of, if the branch lacks commits of its base. */
function withMerge(plan, merge) {
    if (merge === undefined)
        return plan;
    const { changes, into, commits } = merge;
    if (changes === undefined)
        return { ...plan, behind: { into, ...(commits !== undefined && { commits }) } };
    const note = `This branch is ${(0,lib_text/* counted */.hS)(commits ?? 0, 'commit')} behind \`${into}\`: planned as merged with it.`;
    return { ...plan, notes: [note, ...plan.notes] };
}
/** Marks changes that were already pending at the base. A base that cannot be read is a warning. */
function withBase({ input, checkout, base: answer, result: { plan } }, options) {
    if (answer === undefined)
        return { plan, remarks: [] };
    if (!('base' in answer))
        return { plan, remarks: [noBase(answer)] };
    const { base } = answer;
    const pending = withPending(plan, { commit: base.commit, before: changesOf(base, { input, options }) });
    return { plan: { ...pending, safety: (0,project_fields/* safetyChanges */.ol)(base, checkout.project) }, remarks: [] };
}
function noBase(answer) {
    if ('unreadable' in answer)
        return `Cannot compare with the base: ${answer.unreadable}.`;
    return [answer.unknown.message, answer.unknown.hint].join(' ');
}
/** What an apply of the base would push now. */
function changesOf(base, { input, options }) {
    const { target } = input;
    const { repository } = { ...base.project, ...options };
    const isSameTarget = (0,lib_options/* urlOf */.rs)(options, base.project) === target.url &&
        repository?.account === target.account &&
        repository.name === target.name;
    const depth = base.depth?.levels ?? target.levels.length;
    if (base.isEmpty || !isSameTarget || depth !== target.levels.length)
        return [];
    const secrets = { ...input.secrets, ...(0,plan_input/* secretRulesOf */.vZ)(base) };
    const own = { ...input, policy: (0,plan_input/* policyOf */.US)(base, options), secrets, desired: base.state, notes: [] };
    return (0,make_plan/* makePlan */.j)((0,unset/* withoutUnset */.sZ)(own, base)).changes;
}
// `plan --offline` compares head with base, without a server or token: for pull requests that have no secrets.
/** A fork does not see the values of variables, so only their names are compared. */
const NO_VALUES = {};
/** Throws {@link CommandError} without a base, or if there is no such commit. */
async function planOffline(options, runtime) {
    const { into: revision } = options;
    if (revision === undefined)
        throw badOption('An offline plan needs a commit to compare with.', 'Pass --into <revision>.');
    if (options.baseline !== undefined)
        throw badOption('An offline plan is compared with its base and takes no baseline.', 'Remove --baseline.');
    const project = await (0,apply_project/* openProject */.U8)(options, { runtime, missingEnv: 'warning', values: NO_VALUES });
    const { onSecret } = runtime;
    const answer = await (0,apply_revision/* readBase */.wZ)(project, { revision, env: NO_VALUES, onSecret });
    if ('unknown' in answer)
        throw answer.unknown;
    const recorded = { versions: [], isRecorded: true };
    const known = { project, options: {}, runtime: { env: NO_VALUES, onSecret }, baseline: recorded, base: answer };
    const { note, secrets } = await (0,secret_sources/* masksOf */.JF)(known);
    const input = inputOf({ project, options, answer });
    const notes = [...input.notes, ...(note === undefined ? [] : [note])];
    const made = offlinePlan((0,make_plan/* makePlan */.j)({ ...input, secrets: { ...input.secrets, ...secrets }, notes }));
    const base = 'base' in answer ? answer.base : undefined;
    const { git } = project;
    const head = await git?.head();
    const compared = base && { base: { commit: base.commit }, safety: (0,project_fields/* safetyChanges */.ol)(base, project) };
    return {
        plan: withMerge({ ...made, ...compared }, runtime.merge),
        warnings: (0,apply_project/* withoutMissingEnv */.QH)(project.diagnostics),
        remarks: 'unreadable' in answer ? [`Cannot compare with the base: ${answer.unreadable}.`] : [],
        changeComment: await changeComment(options, { git, head, runtime }),
        commit: head?.commit,
        removedAt: base?.commit,
    };
}
function inputOf({ project, options, answer }) {
    const base = 'base' in answer && !answer.base.isEmpty ? answer.base : undefined;
    const live = base === undefined ? (0,model_state/* emptyState */.p$)() : standIn(base.state);
    return {
        target: plan_targetOf({ project, options, base }),
        policy: (0,plan_input/* policyOf */.US)(project, options),
        secrets: {
            ...(0,plan_input/* secretRulesOf */.vZ)(project),
            // A password that is missing here may be set where the apply runs.
            passwordOf: (group) => (project.passwords.variables.has(group) ? 'not known offline' : undefined),
        },
        desired: withSameVariables(project.state, live),
        live,
        liveSource: 'base' in answer ? 'base' : 'none',
        applied: base === undefined ? {} : { baseline: base.state },
        server: { settings: inspect/* USUAL_SETTINGS */.Fb, hasToken: true, typesKnown: true },
        listUnmanaged: false,
        notes: [noteOf(answer)],
        purpose: 'offline',
    };
}
/** A pull request from a fork may not even know the URL. */
function plan_targetOf({ project, options, base }) {
    const url = (0,lib_options/* urlOf */.rs)(options, project.project) ?? '';
    const { repository = { account: '', name: '' } } = { ...project.project, ...options };
    const depth = project.depth?.levels ?? base?.depth?.levels ?? 1;
    const levels = project.project.levels ?? Array.from({ length: depth }, (_, i) => `Level ${i + 1}`);
    return { url, ...repository, levels, ...(0,plan_input/* declaredName */.op)(project.choice) };
}
function noteOf(answer) {
    if ('unreadable' in answer)
        return 'Planned offline without a readable base: every declared item is shown as new.';
    return `Planned offline against commit ${(0,apply_entry/* shortCommit */.Ax)(answer.base.commit)}: the state of the server and the values of variables are not checked.`;
}
function badOption(message, hint) {
    return new errors/* CommandError */.Qd({ code: 'bad-option', message, hint });
}

// EXTERNAL MODULE: ./lib/record/git-credentials.js
var git_credentials = __webpack_require__(246);
;// CONCATENATED MODULE: ./lib/record/git-merge.js
// Merges two commits without a work tree, to see what a merge of a branch would contain.





/** `undefined`: the branch has all commits of its base. Throws GitError. */
async function behind(repository, head, base) {
    if (head === base || (await (0,git_history/* parentsOf */.fY)(repository, head)).includes(base))
        return undefined;
    if (repository.shallow)
        return behindAtOrigin(repository, head, base);
    const commits = Number((0,record_git/* textOf */.b6)('Cannot compare the branch with its base', await repository.git(missing(head, base))));
    if (commits === 0)
        return undefined;
    return { commits, ...(await merged(repository, base, head)) };
}
function missing(head, base) {
    return ['rev-list', '--count', `${head}..${base}`];
}
/**
 * A shallow clone does not know where the branch began: origin does. The merge is then one of three commits without
 * further history.
 */
async function behindAtOrigin(repository, head, base) {
    const found = await (0,git_history/* inTemporary */.br)(repository, async ({ git, fetchHistory }) => {
        const fetched = await fetchHistory([base, head]);
        if (fetched.status !== 0)
            return undefined;
        const commits = Number((0,record_git/* textOf */.b6)('Cannot compare the branch with its base', await git(missing(head, base))));
        // Git finds none in histories that have nothing in common.
        const { stdout } = await git(['merge-base', '--all', base, head]);
        return { commits, starts: stdout.toString().split('\n').filter(Boolean) };
    }).catch(record_git/* ignoreGitError */.TR);
    if (found === undefined)
        return {};
    const { commits, starts } = found;
    const [start] = starts;
    if (commits === 0)
        return undefined;
    if (start === undefined || starts.length > 1)
        return { commits };
    try {
        if ((await repository.objects.read(`${start}^{tree}`)) === undefined)
            await (0,record_refs/* fetchCommits */.Bj)(repository, [start]);
        const root = await commitOf(repository, start);
        const [ours, theirs] = [await commitOf(repository, base, root), await commitOf(repository, head, root)];
        return { commits, ...(await merged(repository, ours, theirs)) };
    }
    catch (error) {
        (0,record_git/* ignoreGitError */.TR)(error);
        return { commits };
    }
}
/** A commit with the tree of another one, on no ref. */
async function commitOf(repository, commit, parent) {
    const parents = parent === undefined ? [] : ['-p', parent];
    const written = await repository.git(['commit-tree', `${commit}^{tree}`, ...parents, '-m', 'For a plan'], {
        env: (0,git_snapshot/* programAt */.qN)('@0 +0000'),
    });
    return (0,record_git/* textOf */.b6)('Cannot merge the branch with its base', written);
}
/** Empty if they cannot be merged. The new objects are on no ref. */
async function merged(repository, ours, theirs) {
    // Drivers are commands, which no forge runs either: what they would merge is a conflict.
    const settings = await repository.settings();
    const drivers = settings.filter(({ key }) => /^merge\..+\.driver$/.test(key));
    const isolated = [['merge.renormalize', 'false'], ...drivers.map(({ key }) => [key, 'false'])];
    const call = { env: (0,git_credentials/* withConfig */.NV)(repository.networkEnv, isolated), network: true };
    const { status, stdout } = await repository.git(['merge-tree', '--write-tree', '--no-messages', ours, theirs], call);
    const [tree = ''] = stdout.toString().split('\n');
    return status === 0 && /^[0-9a-f]{40,}$/.test(tree) ? { tree } : {};
}

// EXTERNAL MODULE: ./lib/record/git-objects.js
var git_objects = __webpack_require__(7148);
// EXTERNAL MODULE: ./lib/documents/work-tree-files.js
var work_tree_files = __webpack_require__(3464);
;// CONCATENATED MODULE: ./lib/apply/planned-merge.js
// What a branch is once it is merged: a branch that lacks commits of its base would seem to undo them.








/**
 * The commit of the base, and the runtime with which the project is read as it would be after the merge.
 *
 * What is checked out may be the merge that a forge made, perhaps into a newer commit than the event names: changes in
 * between do not belong to the branch.
 */
async function asMerged({ base: named, head, into = named }, { config }, runtime) {
    const git = await (0,apply_project/* openAround */.Co)(config, runtime).catch(apply_project/* gitProblem */.w0);
    if (git === undefined)
        return { base: named, runtime };
    const [first, second] = head === undefined ? [] : await (0,git_history/* parentsOf */.fY)(git, 'HEAD');
    if (first !== undefined && second === head)
        return { base: first, runtime };
    try {
        const merge = await mergeOf(git, named, (0,work_tree_files/* folderOf */.yS)(config, runtime.cwd));
        return { base: named, runtime: merge === undefined ? runtime : { ...runtime, merge: { into, ...merge } } };
    }
    catch (error) {
        // Whatever is wrong, reading the base says it.
        (0,record_git/* ignoreGitError */.TR)(error);
        return { base: named, runtime };
    }
}
async function mergeOf(git, named, { files, name }) {
    const [head, base] = [await git.head(), await (0,git_history/* findCommit */.fq)(git, named)];
    const found = head === undefined || base === undefined ? undefined : await behind(git, head.commit, base);
    if (head === undefined || found === undefined)
        return undefined;
    const { tree, ...how } = found;
    const changes = tree === undefined ? undefined : await planned_merge_changesOf(git, { head: head.commit, tree, name });
    if (changes === undefined || (await touchesWork(git, changes, files)))
        return how;
    return { ...how, changes };
}
/** `undefined` if the project's folder is not in both. */
async function planned_merge_changesOf(git, { head, tree, name }) {
    const [before, after] = await Promise.all([head, tree].map((commit) => (0,git_objects/* filesIn */.nG)(git.objects, { commit, folder: git.folder })));
    if (before === undefined || after === undefined)
        return undefined;
    const ids = new Map(before.map(({ path, id }) => [path, id]));
    const paths = new Set(after.map(({ path }) => path));
    const entries = after.filter(({ path, id }) => ids.get(path) !== id);
    const deleted = new Set([...ids.keys()].filter((path) => !paths.has(path)));
    // Settings are read from it before everything else.
    const known = await (0,git_snapshot/* readContents */.r0)(git, { commit: tree, entries: entries.filter(({ path }) => path === name) });
    return { git, tree, entries, deleted, known, before: ids };
}
/** Whether files that the merge changes are not committed as they are here: Git would refuse the merge. */
async function touchesWork(git, { entries, deleted, before }, files) {
    const paths = [...entries.map(({ path }) => path), ...deleted];
    const tracked = paths.filter((path) => before.has(path));
    const added = paths.filter((path) => !before.has(path));
    const isThere = (path) => {
        const found = files.read(path);
        return 'bytes' in found || found.problem.code !== 'file-missing';
    };
    if (added.some(isThere))
        return true;
    if (tracked.length === 0)
        return false;
    const index = tracked.map((path) => ({ path }));
    const { committed } = await (0,work_tree_status/* compareWithCommit */.TD)(git, { index, paths: tracked });
    return committed.size < tracked.length;
}

// EXTERNAL MODULE: ./lib/record/ref-names.js
var ref_names = __webpack_require__(6269);
;// CONCATENATED MODULE: ./lib/apply/removed-targets.js
// Targets that the project file no longer names, found by their records.









/**
 * Records of targets that the project file no longer names: what they declared stays on the server. Sorted by server and
 * repository. Empty if the records cannot be read, which the plans report.
 */
async function removedTargets(options, runtime) {
    try {
        const git = await (0,apply_project/* openAround */.Co)(options.config, runtime);
        if (git === undefined)
            return [];
        const projectFile = (0,record_place/* pathInGit */.dR)(git, (0,external_node_path_.basename)(options.config));
        const read = await (0,record_refs/* refValuesBelow */.b5)(git, ref_names/* RECORDS */.ft);
        if ('unreachable' in read)
            return [];
        const declared = declaredRefs(options, { runtime, projectFile });
        const refs = [...read.values.keys()].filter((ref) => ref.endsWith((0,ref_names/* endOf */.pJ)(projectFile)) && !declared.has(ref));
        return refs
            .flatMap((ref) => (0,ref_names/* placeOf */.$t)(ref) ?? [])
            .sort((a, b) => (0,lib_text/* compareText */.n6)(a.server, b.server) || (0,lib_text/* compareText */.n6)(a.repository, b.repository));
    }
    catch (error) {
        (0,record_git/* ignoreGitError */.TR)(error);
        return [];
    }
}
/** Also those at the servers of the project file where an option names another. */
function declaredRefs(options, { runtime, projectFile }) {
    const project = (0,apply_project/* readProjectFile */.SI)(options, runtime);
    const refs = (project.targets ?? []).flatMap((target) => {
        const repository = (0,targets/* repositoryText */.g_)(target.repository);
        const urls = [target.url, (0,lib_options/* urlOf */.rs)(options, { target, url: target.url })];
        return urls.flatMap((url) => (url === undefined ? [] : [(0,ref_names/* recordRef */.Ji)({ url, repository }, projectFile)]));
    });
    return new Set(refs);
}
/** What became of each, and what to do. The name of a record has no scheme, so any finds it again. */
function removedText(removed, file) {
    return removed.map(({ server, repository }) => `${file} no longer names ${repository} at ${server}: what it declared stays there (docs/targets.md says how to delete that). To end this reminder: confighub-sync history --forget --url https://${server} --repository ${repository}`);
}

;// CONCATENATED MODULE: ./lib/commands/unlock.js
// unlock: says that a begun apply has ended, so that the next one takes over at once.





/** Throws {@link CommandError} if the record has changed meanwhile, or origin rejects the update. */
async function unlock(options, runtime) {
    const { place } = await (0,record_place/* recordPlace */.ZJ)(options, runtime);
    runtime.onStep('Reading the record of applies');
    const record = await (0,record_record/* readRecord */.aE)(place).catch(apply_project/* gitProblem */.w0);
    if (record.unreachable !== undefined)
        throw failed(`origin could not be reached (${record.unreachable}).`, 'Once origin can be reached, run `confighub-sync unlock` again.');
    if (record.problem !== undefined)
        throw failed(record.problem, 'See `confighub-sync history`.');
    const now = runtime.now();
    const [apply] = record.begun;
    if (apply === undefined || (0,record_record/* isUnlocked */.st)(apply))
        return {};
    const moved = await (0,record_record/* unlock */.Tl)(place, apply, now).catch(apply_project/* gitProblem */.w0);
    if (moved.outcome === 'conflict')
        throw failed('another apply began, or this one ended, in the meantime.');
    if (moved.outcome !== 'moved')
        throw failed(`the record cannot be changed: ${moved.reason}`);
    const { source, actor, run, since, time } = apply;
    return { removed: { commit: source, actor, run, since, pushSince: time, text: described(apply, now) } };
}
function failed(why, hint = 'Try again.') {
    return new errors/* CommandError */.Qd({ code: 'not-unlocked', message: `Nothing was unlocked: ${why}`, hint });
}

// EXTERNAL MODULE: ./lib/model/secrets.js
var secrets = __webpack_require__(6796);
// EXTERNAL MODULE: ./lib/semantics/secret-lines.js + 3 modules
var secret_lines = __webpack_require__(4852);
;// CONCATENATED MODULE: ./lib/documents/secrets-in-files.js




/** One warning for each item that `allowSecrets` does not name. */
function secretsInFiles({ state, project, depth }) {
    const isAllowed = (0,secrets/* nameMatcher */.MH)(project.allowSecrets);
    const levels = depth?.levels ?? project.levels?.length ?? 1;
    return [...(0,model_state/* rowsIn */.Nn)(state)].flatMap(({ item, row }) => {
        if (isAllowed(item.name))
            return [];
        const isHere = !row.absent && !row.unknown && row.variable === undefined;
        return warningOf({
            name: item.name,
            what: `${(0,model_state/* textName */.Hr)(item)} in \`${(0,model_context/* fullContext */.NH)(row.context, levels)}\``,
            text: isHere ? row.text : undefined,
            isSecret: item.secret === true || row.secret === true,
            place: row.place,
        });
    });
}
function warningOf({ name, what, text, isSecret, place }) {
    if (text == null || text.trim() === '')
        return [];
    const variable = /^\$(?:\{([A-Z][A-Z0-9_]{0,60})\}|([A-Z][A-Z0-9_]{0,60}))$/.exec(text.trim());
    if (variable !== null) {
        const named = variable[1] ?? variable[2] ?? '';
        return isSecret || (0,secrets/* secretMember */.lJ)(named) === 'certain' ? [notExpanded({ name, what, named, place })] : [];
    }
    const lines = isSecret ? 'all' : (0,secret_lines/* secretLines */._o)(text);
    if (lines.length === 0)
        return [];
    const verb = lines === 'all' ? 'looks like a secret' : `contains what looks like a secret${linesIn(text, lines)}`;
    return [
        {
            severity: 'warning',
            code: 'secret-in-file',
            message: `${what} ${verb}, and it is in Git.`,
            hint: `Take it from the environment, with \`{ env: … }\` in a document. If it is not a secret, list \`${name}\` in \`allowSecrets\` of the project file.`,
            place,
        },
    ];
}
/** ` (lines 2, 5, 9, …)`; nothing for a text of one line. */
function linesIn(text, lines) {
    if (!text.trimEnd().includes('\n'))
        return '';
    const numbers = lines.slice(0, 3).map(({ start }) => text.slice(0, start).split('\n').length);
    return ` (${lines.length === 1 ? 'line' : 'lines'} ${numbers.join(', ')}${lines.length > 3 ? ', …' : ''})`;
}
function notExpanded(found) {
    const { name, what, named, place } = found;
    return {
        severity: 'warning',
        code: 'env-text',
        message: `${what} is text that names the variable ${named}, but variables in text are not expanded.`,
        hint: `Write \`{ env: ${named} }\` in a document. If the application expands it, list \`${name}\` in \`allowSecrets\` of the project file.`,
        place,
    };
}

// EXTERNAL MODULE: ./lib/documents/find-documents.js
var find_documents = __webpack_require__(296);
// EXTERNAL MODULE: ./lib/model/diagnostic.js
var diagnostic = __webpack_require__(5602);
;// CONCATENATED MODULE: ./lib/commands/validate.js
// validate: checks the project files without a server. Nothing is sent, so a missing variable is only a warning.







async function check(options, runtime) {
    const project = await (0,apply_project/* openProject */.U8)(options, { runtime, missingEnv: 'warning' });
    const { state, documents } = project;
    return {
        counts: {
            name: options.target,
            documents,
            hasSources: project.project.sources.length > 0,
            keys: (0,model_state/* keysIn */.q7)(state).length,
            values: (0,model_state/* rowsOf */.RO)((0,model_state/* keysIn */.q7)(state)).length,
            files: (0,model_state/* rowsOf */.RO)((0,model_state/* filesIn */.nG)(state)).length,
        },
        warnings: [...project.diagnostics, ...secretsInFiles(project)].sort(diagnostic/* compareDiagnostics */.oV),
        unread: (0,find_documents/* configurationFiles */.K0)(project.project, (0,work_tree_files/* folderOf */.yS)(options.config, runtime.cwd).files),
        read: new Set(project.files.keys()),
        display: project.display,
        sources: project.project.sources,
    };
}
/** Throws one error with the mistakes of all targets. */
async function validate(targets, runtime) {
    const mistakes = [];
    const found = [];
    for (const options of targets) {
        try {
            found.push(await check(options, runtime));
        }
        catch (error) {
            if (!(error instanceof apply_project/* ProjectError */.wB))
                throw error;
            mistakes.push(...error.diagnostics);
        }
    }
    if (mistakes.length > 0)
        throw new apply_project/* ProjectError */.wB((0,apply_targets/* distinct */.dM)(mistakes));
    const warnings = (0,apply_targets/* distinct */.dM)(found.flatMap((one) => one.warnings));
    return { targets: found.map(({ counts }) => counts), warnings: [...warnings, ...unreadByAll(found)] };
}
/** What one target does not read may be read by another. */
function unreadByAll(found) {
    const isRead = (path) => found.some(({ read }) => read.has(path));
    const left = [...new Set(found.flatMap(({ unread }) => unread))].filter((path) => !isRead(path)).sort();
    const [first] = found;
    if (first === undefined)
        return [];
    return (0,find_documents/* unreadWarning */.ki)(left, { display: first.display, sources: found.flatMap(({ sources }) => sources) });
}

// EXTERNAL MODULE: ./lib/render/printable.js
var printable = __webpack_require__(1543);
// EXTERNAL MODULE: ./lib/render/tables.js
var tables = __webpack_require__(4067);
// EXTERNAL MODULE: ./lib/render/sentences.js
var sentences = __webpack_require__(8654);
;// CONCATENATED MODULE: ./lib/render/targets-text.js
// The last line under the plans of several targets: what they count together.



/** `3 targets: 1 with changes, 2 unchanged. Plan: 3 to create, 1 to update, 0 to delete.` */
function planTotal(rows) {
    const plans = rows.flatMap(({ plan }) => plan ?? []);
    const refused = plans.filter(model_plan/* hasRefusals */.q5);
    const others = plans.filter((plan) => !(0,model_plan/* hasRefusals */.q5)(plan));
    const changed = others.filter(({ changes }) => changes.some(model_plan/* isCounted */.he)).length;
    const failed = rows.length - plans.length;
    const parts = [
        [changed, 'with changes'],
        [others.length - changed, 'unchanged'],
        [refused.length, 'refused'],
        [failed, 'failed'],
    ];
    const told = parts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]));
    const line = `${(0,lib_text/* counted */.hS)(rows.length, 'target')}: ${told.join(', ')}`;
    const counts = (0,model_plan/* countChanges */.xS)(plans.flatMap(({ changes }) => changes));
    if (counts.create + counts.update + counts.delete > 0)
        return `${line}. Plan: ${(0,sentences/* toDoText */.UU)(counts)}.`;
    // Of a target that failed, nobody knows.
    return `${line}.${failed === 0 ? ' No changes.' : ''}`;
}
/** `3 targets: 2 changes on the server.` */
function driftTotal(rows) {
    const plans = rows.flatMap(({ plan }) => plan ?? []);
    const count = plans.flatMap(({ drift }) => drift).filter(model_plan/* isCounted */.he).length;
    const drift = count === 0 ? 'no drift' : `${(0,lib_text/* counted */.hS)(count, 'change')} on the server since the last apply`;
    const failed = rows.length - plans.length;
    return `${(0,lib_text/* counted */.hS)(rows.length, 'target')}: ${drift}${failed === 0 ? '' : `, ${failed} failed`}.`;
}

// EXTERNAL MODULE: ./lib/render/text.js + 1 modules
var render_text = __webpack_require__(4414);
// EXTERNAL MODULE: ./lib/render/error.js
var render_error = __webpack_require__(5074);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: ./lib/render/element-counts.js
var element_counts = __webpack_require__(2205);
;// CONCATENATED MODULE: ./lib/render/links.js
function linksOf({ linkOf = () => undefined, folder = '', docs, removedAt }) {
    return { linkOf, removedAt, docs, pathOf: (file) => (folder === '' ? file : `${folder}/${file}`) };
}
/** The URL of a line that the plan removes. */
function removedLink(place, { linkOf, removedAt }) {
    return removedAt === undefined ? undefined : linkOf(place, removedAt);
}

// EXTERNAL MODULE: ./lib/render/problems.js
var render_problems = __webpack_require__(3822);
// EXTERNAL MODULE: ./lib/render/view.js
var render_view = __webpack_require__(3567);
;// CONCATENATED MODULE: ./lib/render/html/escape.js
// Escapes untrusted text in HTML: whatever is put into a template is text, unless it is Html itself.

/** Markup that is safe to send. Only this module makes it. */
class Html {
    #markup;
    /** @param markup what {@link html} and {@link trusted} made */
    constructor(markup, token) {
        if (token !== MADE_HERE)
            throw new TypeError('Html is made by templates only.');
        this.#markup = markup;
    }
    toString() {
        return this.#markup;
    }
}
const MADE_HERE = Symbol('made here');
/** Markup with texts in it: every string is escaped, with its invisible characters written as `\u{…}`. */
function html(markup, ...parts) {
    let text = markup[0] ?? '';
    for (const [i, part] of parts.entries())
        text += markupOf(part) + (markup[i + 1] ?? '');
    return new Html(text, MADE_HERE);
}
const NOTHING = html ``;
function markupOf(part) {
    if (typeof part === 'string')
        return escaped((0,printable/* printable */.g$)(part));
    if (part === undefined)
        return '';
    return Array.isArray(part) ? part.map(markupOf).join('') : String(part);
}
/** A line of a file: as in a template, but tabs stay. */
function line(text) {
    return new Html(escaped((0,printable/* printableLine */.oy)(text)), MADE_HERE);
}
/** A text of several lines: line breaks and tabs stay. */
function block(text) {
    // A parser drops a line break that stands first in a `pre`.
    return new Html(`\n${escaped(text.split('\n').map(printable/* printableLine */.oy).join('\n'))}`, MADE_HERE);
}
/** A text of this program itself that is markup already: the style sheet and the script of the page. */
function trusted(markup) {
    return new Html(markup, MADE_HERE);
}
const ENTITIES = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
};
/** Every text on a page goes through here, in attributes as well: these always stand in double quotes. */
function escaped(text) {
    return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
/** A link, or only the text if the address is not one of the web. */
function escape_link(text, url) {
    return url !== undefined && /^https?:\/\/./i.test(url) ? html `<a href="${url}" rel="noreferrer">${text}</a>` : text;
}
/** A sentence of ours; what stands between backticks is code. */
function prose(sentence) {
    const parts = sentence.split(/`([^`]+)`/);
    return html `${parts.map((part, i) => (i % 2 === 1 ? html `<code>${part}</code>` : part))}`;
}

;// CONCATENATED MODULE: ./lib/render/html/script.js
// The script of the page, which filters and opens rows. It reads the page alone; without it, everything is shown.
/** Plain JavaScript with types in comments: a test checks them. It must not contain `</script`. */
const SCRIPT = String.raw `
/** @typedef {{ row: HTMLElement, text?: string, changes: HTMLElement[] }} Row */

/** @param {HTMLElement} plan @param {HTMLFormElement} form */
function start(plan, form) {
  const [text, action, context, element] = ['f-text', 'f-action', 'f-context', 'f-element'].map(
    (id) => /** @type {HTMLInputElement | HTMLSelectElement | null} */ (document.getElementById(id)),
  );
  const count = document.getElementById('f-count');
  const opener = document.getElementById('f-open');
  /** @type {Row[] | undefined} */
  let known;
  let isWaiting = false;

  /** Collected when it is first asked for: most readers only look. */
  function rows() {
    known ??= [...plan.querySelectorAll('tbody')].map((row) => ({
      row,
      changes: /** @type {HTMLElement[]} */ ([...row.querySelectorAll('.ch')]),
    }));
    return known;
  }

  /** @param {HTMLElement} change */
  function isWanted({ dataset: { a, c, e = '' } }) {
    if (action?.value && a !== action.value) return false;
    if (context?.value && c !== context.value) return false;
    return !element?.value || e.split(' ').includes(element.value);
  }

  /** @param {Row} row @param {string[]} words */
  function hasWords(row, words) {
    if (words.length === 0) return true;
    row.text ??= (row.row.textContent ?? '').toLowerCase();
    const { text } = row;
    return words.every((word) => text.includes(word));
  }

  function filter() {
    isWaiting = false;
    const words = (text?.value ?? '')
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    let [shown, all] = [0, 0];
    for (const row of rows()) {
      const isFound = hasWords(row, words);
      let wanted = 0;
      for (const change of row.changes) {
        const isOne = isWanted(change);
        change.classList.toggle('off', !isOne);
        if (isOne) wanted += 1;
      }
      row.row.hidden = !isFound || wanted === 0;
      all += row.changes.length;
      if (!row.row.hidden) shown += wanted;
    }
    hideEmptyParts();
    const isAll = shown === all;
    if (count) count.textContent = isAll ? '' : [shown, 'of', all, 'shown'].join(' ');
  }

  /** Without their rows, tables and headings say nothing. */
  function hideEmptyParts() {
    /** @type {NodeListOf<HTMLElement>} */
    const parts = plan.querySelectorAll('.part, section');
    for (const part of parts) part.hidden = part.querySelector('tbody:not([hidden])') === null;
  }

  function filterSoon() {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(filter);
  }

  function openOrClose() {
    const isOpen = opener?.textContent === 'Open all';
    for (const one of plan.querySelectorAll('tbody:not([hidden]) details'))
      if (one instanceof HTMLDetailsElement) one.open = isOpen;
    if (opener) opener.textContent = isOpen ? 'Close all' : 'Open all';
  }

  form.hidden = false;
  form.addEventListener('input', filterSoon);
  form.addEventListener('reset', filterSoon);
  form.addEventListener('submit', (event) => event.preventDefault());
  opener?.addEventListener('click', openOrClose);
  addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.matches('input, select, textarea');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    text?.focus();
  });
  // A browser that goes back fills the form again.
  if ([text, action, context, element].some((field) => field?.value)) filter();
}

const table = document.getElementById('plan');
const fields = document.getElementById('filters');
if (table !== null && fields instanceof HTMLFormElement) start(table, fields);
`;

;// CONCATENATED MODULE: ./lib/render/html/style.js
// The style sheet of the page: light and dark, wide and narrow, on a screen and on paper.
const COLORS = `
:root {
  color-scheme: light dark;
  --sans: -apple-system, BlinkMacSystemFont, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif;
  --page: #ffffff; --raised: #f6f8fa; --text: #1f2328; --quiet: #59636e; --line: #d1d9e0; --faint: #e8ecf0;
  --link: #0860ca; --focus: #0969da;
  --add: #dafbe1; --add-text: #116329;
  --del: #ffebe9; --del-text: #b31d28;
  --upd: #fff8c5; --upd-text: #7d4e00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0d1117; --raised: #151b23; --text: #e6edf3; --quiet: #9aa4af; --line: #3d444d; --faint: #262c36;
    --link: #58a6ff; --focus: #58a6ff;
    --add: #12301d; --add-text: #6ddb8a;
    --del: #3a1a1d; --del-text: #ff9d96;
    --upd: #332a10; --upd-text: #e3b341;
  }
}`;
const PAGE = `
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: 6rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--text); font: 14px/1.5 var(--sans); }
main { max-width: 110rem; margin: 0 auto; padding: 1.5rem 1.5rem 3rem; }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; font-weight: 600; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 .5rem; font-size: 1rem; font-weight: 600; }
p { margin: .25rem 0; }
ul { margin: .25rem 0; padding-left: 1.25rem; }
li { overflow-wrap: anywhere; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; }
a code { color: inherit; }
code, pre, .diff, .ch { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: 12px; }
code { overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
summary { cursor: pointer; }
.vh { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.cut, .hint { color: var(--quiet); }
.loss { color: var(--del-text); }
.facts { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin: .5rem 0 0; color: var(--quiet); }
.facts div { display: flex; gap: .4rem; min-width: 0; }
.facts dd { margin: 0; color: var(--text); overflow-wrap: anywhere; }
.counts { margin: .5rem 0; font-size: 1rem; }
.counts .refused { padding: .1rem .7rem; border-radius: 1rem; background: var(--del-text); color: var(--page); }
.box { margin: 1rem 0; padding: .75rem 1rem; border: 1px solid var(--line); border-left: 4px solid var(--upd-text); border-radius: 6px; background: var(--raised); }
.box.refusals { border-left-color: var(--del-text); }
.box h2 { margin: 0 0 .5rem; }
.numbers { border-collapse: collapse; }
.numbers th, .numbers td { padding: .15rem 1rem .15rem 0; border-bottom: 1px solid var(--faint); text-align: right; font-variant-numeric: tabular-nums; }
.numbers th:first-child { text-align: left; font-weight: normal; overflow-wrap: anywhere; }
.numbers thead th { color: var(--quiet); font-weight: normal; border-color: var(--line); }
.numbers .create { color: var(--add-text); } .numbers .update { color: var(--upd-text); } .numbers .delete { color: var(--del-text); }
.numbers .zero { color: var(--quiet); }`;
const BAR = `
.filters { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .8rem; padding: .5rem 0; background: var(--page); border-bottom: 1px solid var(--line); font-size: 13px; }
@media (min-width: 1100px) { .filters { position: sticky; top: 0; z-index: 2; } }
.filters label { display: flex; align-items: center; gap: .35rem; min-width: 0; color: var(--quiet); }
.filters button, #f-count { flex: none; white-space: nowrap; }
input[type=search], select, button { max-width: 9.5rem; padding: .2rem .5rem; border: 1px solid var(--line); border-radius: 6px; background: var(--raised); color: var(--text); font: inherit; }
button { cursor: pointer; }
#f-count { color: var(--text); font-weight: 600; }`;
const TABLE = `
.part { content-visibility: auto; contain-intrinsic-size: auto 2600px; }
.matrix, .list { width: 100%; border-collapse: collapse; table-layout: fixed; }
.part th, .part td { padding: .3rem .5rem; vertical-align: top; text-align: left; border-top: 1px solid var(--faint); overflow-wrap: anywhere; }
.part thead th { background: var(--raised); color: var(--quiet); font-weight: 600; border-bottom: 1px solid var(--line); }
.part + .part thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.part th:first-child { width: 28%; }
.list th:nth-child(2), .list td:nth-child(2) { width: 18%; }
.part th[scope=row] { font-weight: normal; }
.part th[scope=row] > code { font-weight: 600; margin-right: .4rem; }
.fact, .member, .at { display: block; color: var(--quiet); font-size: 12px; }
.fact.loss { color: var(--del-text); font-weight: 600; }
.fact code { font-size: 11px; }
.fact a { color: inherit; }
.matrix td + td, .matrix th + td { border-left: 1px solid var(--faint); }
.more td { padding-top: 0 !important; border-top: 0 !important; color: var(--quiet); font-size: 12px; }
.ch { margin-bottom: .15rem; white-space: pre-wrap; }
.ch.off { opacity: .45; }
.ch > .sign { display: inline-block; width: 1.1rem; font-weight: 600; color: var(--upd-text); }
.ch[data-a=create] > .sign { color: var(--add-text); } .ch[data-a=delete] > .sign { color: var(--del-text); }
.sign + .member { display: inline; }
.ch del, .ch ins { padding: 0 .35rem; border-radius: 3px; text-decoration: none; }
.ch del { background: var(--del); } .ch ins { background: var(--add); }
.ch del + ins { margin-left: .4rem; }
.badge { display: inline-block; margin-right: .25rem; padding: 0 .45rem; border: 1px solid var(--line); border-radius: 1rem; font: 11px/1.5 var(--sans); color: var(--quiet); }`;
const DIFF = `
.diff, pre { margin: .35rem 0; padding: .4rem 0; border: 1px solid var(--line); border-radius: 6px; background: var(--page); color: var(--text); line-height: 1.45; white-space: pre-wrap; overflow-wrap: anywhere; }
pre { padding: .4rem .6rem; }
.diff > * { display: block; padding: 0 .6rem; text-decoration: none; }
.diff > del { background: var(--del); } .diff > ins { background: var(--add); }`;
const NARROW = `
@media (max-width: 760px) {
  main { padding: 1rem .75rem 4rem; }
  .filters label { justify-content: space-between; flex: 1 1 100%; }
  .filters label > * { width: calc(100% - 6rem); max-width: none; }
  .part table, .part tbody, .part tr, .part td, .part th { display: block; width: auto !important; }
  .part thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .part td:empty { display: none; }
  .part td[data-h]::before { content: attr(data-h); display: block; color: var(--quiet); font-size: 12px; }
  .part tbody { border-top: 1px solid var(--line); padding: .4rem 0; }
  .part th, .part td { border: 0 !important; padding: .15rem 0; }
}`;
const PRINT = `
@media print {
  body { font-size: 11px; }
  main { max-width: none; padding: 0; }
  .filters { display: none; }
  .part { content-visibility: visible; }
  tbody, .box, li { break-inside: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; }
  .ch, .diff { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
const STYLE = COLORS + PAGE + TABLE + BAR + DIFF + NARROW + PRINT;

// EXTERNAL MODULE: ./lib/render/describe.js + 1 modules
var describe = __webpack_require__(1786);
;// CONCATENATED MODULE: ./lib/render/html/table.js
// The lines of a section as a table by context, or as a list where most of its cells would be empty.







/** A browser lays out only the tables that it shows, so there are many of them. */
const ROWS_OF_TABLE = 40;
function sectionTable({ id, lines, title }, frame) {
    const groups = groupsOf(lines);
    const columns = columnsOf(groups, frame);
    const heads = columns?.titles ?? [id === 'safety' ? '' : 'Context', 'Change'];
    const rows = columns === undefined
        ? lines.map((one) => table_rowOf([one], [[contextCode(one)], [changeBlock(one, frame)]], { frame, heads }))
        : groups.map((group) => table_rowOf(group, cellsOf(group, { columns, frame }), { frame, heads }));
    const head = html `<thead><tr><th scope="col">${id === 'safety' ? 'Setting' : 'Key or file'}</th>${heads.map((one) => html `<th scope="col">${broken(one)}</th>`)}</tr></thead>`;
    const tables = [];
    for (let from = 0; from < rows.length; from += ROWS_OF_TABLE)
        tables.push(html `<div class="part"><table class="${columns === undefined ? 'list' : 'matrix'}"><caption class="vh">${title}</caption>${head}\n${rows.slice(from, from + ROWS_OF_TABLE)}</table></div>\n`);
    return html `${tables}`;
}
function groupsOf(lines) {
    const groups = [];
    for (const one of lines) {
        const last = groups.at(-1);
        const [before] = last ?? [];
        if (before?.name === one.name && (before.kind === 'file') === (one.kind === 'file'))
            last?.push(one);
        else
            groups.push([one]);
    }
    return groups;
}
/** More columns leave no room for the values in them. */
const MAX_COLUMNS = 8;
/** With fewer cells filled, a list is easier to read. Part of all. */
const LEAST_FILLED = 1 / 3;
/** One column for each context, if there are few; otherwise for each element of the first level. */
function columnsOf(groups, { elements }) {
    const contexts = distinct(groups.flat().flatMap(({ context }) => context ?? []));
    const order = new Map(['*', ...elements].map((element, i) => [(0,model_context/* contextId */.PF)(element), i]));
    const rank = (element) => order.get((0,model_context/* contextId */.PF)(element)) ?? order.size;
    const firsts = distinct(contexts.map(model_context/* firstElement */.Rn)).sort((a, b) => rank(a) - rank(b));
    const byContext = columns(contexts, { keyOf: model_context/* contextId */.PF, labelOf: () => undefined });
    const byFirst = columns(firsts, { keyOf: (context) => (0,model_context/* contextId */.PF)((0,model_context/* firstElement */.Rn)(context)), labelOf: restOf });
    return [byContext, byFirst].find((one) => isFilled(groups, one));
}
function columns(titles, rest) {
    const index = new Map(titles.map((title, i) => [(0,model_context/* contextId */.PF)(title), i]));
    return { titles, indexOf: (context) => index.get(rest.keyOf(context)) ?? 0, labelOf: rest.labelOf };
}
function isFilled(groups, { titles, indexOf }) {
    const filled = groups.map((group) => new Set(group.flatMap(({ context }) => (context === undefined ? [] : indexOf(context)))).size);
    const all = groups.length * titles.length;
    return (titles.length > 0 && titles.length <= MAX_COLUMNS && filled.reduce((sum, one) => sum + one, 0) >= all * LEAST_FILLED);
}
/** Each context in its first spelling; broad ones first. */
function distinct(contexts) {
    const found = new Map();
    for (const context of contexts)
        if (!found.has((0,model_context/* contextId */.PF)(context)))
            found.set((0,model_context/* contextId */.PF)(context), context);
    return [...found.values()].sort(model_context/* compareContexts */.wn);
}
/** `Billing` of `Production;Billing`. */
function restOf(context) {
    const [, ...others] = context.split(';');
    return others.length === 0 ? undefined : others.join(';');
}
/** A long context breaks behind its elements. */
function broken(context) {
    return html `${context.split(';').map((one, i) => (i === 0 ? html `${one}` : html `;<wbr>${one}`))}`;
}
function cellsOf(group, { columns, frame }) {
    const cells = columns.titles.map(() => []);
    for (const one of group) {
        if (one.context === undefined)
            continue;
        cells[columns.indexOf(one.context)]?.push(changeBlock(one, frame, columns.labelOf(one.context)));
    }
    return cells;
}
/** A narrow page has no heads: each cell says which column it is. */
function table_rowOf(group, cells, { frame, heads }) {
    const [first] = group;
    const own = heads[1] === 'Change' ? [] : group.filter(({ context }) => context === undefined);
    const places = [
        ...new Map(group.flatMap((one) => placeOf(one, frame).map((place) => [String(place), place]))).values(),
    ];
    const file = first?.kind === 'file' ? html `<span class="badge">file</span>` : undefined;
    const shown = cells.map((cell, i) => cell.length === 0 ? html `<td></td>` : html `<td data-h="${heads[i]}">${cell}</td>`);
    const diffs = group.flatMap((one) => (one.diff !== undefined && frame.takeDiff() ? diffBlock(one, one.diff) : []));
    const more = diffs.length === 0 ? undefined : html `<tr class="more"><td colspan="${cells.length + 1}">${diffs}</td></tr>`;
    return html `<tbody><tr><th scope="row"><code>${first?.name}</code>${file}${own.map((one) => changeBlock(one, frame))}${places.map((place) => html `<span class="fact">${place}</span>`)}</th>${shown}</tr>${more}</tbody>\n`;
}
function contextCode({ kind, context }) {
    return context === undefined
        ? html `<span class="fact">${kind === 'key' ? '(key)' : ''}</span>`
        : html `<code>${broken(context)}</code>`;
}
const ACTIONS = {
    '+': 'create',
    '~': 'update',
    '-': 'delete',
    '→': 'renamed',
    '!': 'setting',
    '=': 'untouched',
};
/** A change, with what the filters look for. */
function changeBlock(one, { contexts, elements }, label) {
    const action = one.isRewritten ? 'rewritten' : ACTIONS[one.sign];
    const context = one.context === undefined ? '' : contexts.get((0,model_context/* contextId */.PF)(one.context));
    const reached = new Set(one.reaches?.map((element) => (0,model_context/* contextId */.PF)(element)));
    const numbers = elements.flatMap((element, i) => (reached.has((0,model_context/* contextId */.PF)(element)) || reached.has('*') ? [i] : []));
    const facts = [
        ...(one.remark === undefined ? [] : [html `<span class="fact">${one.remark}</span>`]),
        ...one.receivers.map(({ text, isLoss }) => html `<span class="fact${isLoss ? ' loss' : ''}">${prose(text)}</span>`),
    ];
    const at = label === undefined ? undefined : html `<span class="at">${label}</span>`;
    return html `<div class="ch" data-a="${action}" data-c="${context}" data-e="${numbers.join(' ')}">${at}<span class="sign">${one.sign}</span>${table_contentOf(one.text, one.sign)}${facts}</div>`;
}
/** The JSON plan has longer texts whole. Characters. */
const MAX_TEXT = 500;
function table_contentOf(text, sign) {
    if (text.kind === 'words')
        return html `<span class="said">${text.text}</span>`;
    if (text.kind === 'members')
        return html `${text.parts.map((part) => html `<span class="member">${part}</span>`)}`;
    if (text.kind === 'pair')
        return html `<del>${quotedText(text.before)}</del><ins>${quotedText(text.after)}</ins>`;
    if (text.kind === 'settings')
        return html `${text.settings.map(([name, before, after]) => html `<span class="member">${name} <del>${before ?? 'not set'}</del> <ins>${after ?? 'not set'}</ins></span>`)}`;
    if (sign === '-')
        return html `<del>${quotedText(text.text)}</del>`;
    return html `${text.isReplaced ? html `<span class="said">replaced by</span>` : undefined}<ins>${quotedText(text.text)}</ins>`;
}
function quotedText(text) {
    return text === null ? 'null' : `"${(0,printable/* clipped */.cz)(text, MAX_TEXT)}"`;
}
/** Lines shown of one text. */
const MAX_LINES = 200;
function diffBlock({ context, kind }, { lines, count, isWhole }) {
    const shown = lines.slice(0, MAX_LINES).map((one) => {
        const text = html `${line(one)}\n`;
        if (one.startsWith('+'))
            return html `<ins>${text}</ins>`;
        if (one.startsWith('-'))
            return html `<del>${text}</del>`;
        return html `<span>${text}</span>`;
    });
    const left = count - shown.length;
    const more = left > 0 ? html `<span class="fact">… ${(0,lib_text/* withCommas */.rX)(left)} more lines: the JSON plan has them.</span>` : undefined;
    const what = isWhole ? 'content' : 'differences';
    return html `<details><summary>${kind === 'file' ? 'File' : 'Value'} in <code>${context}</code>: ${what}</summary><div class="diff">${shown}</div>${more}</details>`;
}
/** Where it is declared, and where its content is. */
function placeOf(one, frame) {
    const { place, wasAt, contentPath } = one;
    const content = contentPath === undefined
        ? []
        : [
            escape_link(html `<code>${frame.pathOf(contentPath)}</code>`, frame.linkOf((0,diagnostic/* placeAt */.BW)(contentPath, { line: 1, column: 1 }))),
        ];
    if ((0,describe/* isOwnContent */.u2)(one))
        return content;
    return [...content, ...placeLink({ place, removedFrom: wasAt }, frame)];
}
/** `config/shop.yaml:3`, or `was config/shop.yaml:3` for a line that was removed, as a link if there is an address. */
function placeLink({ place, removedFrom }, frame) {
    const at = place ?? removedFrom;
    if (at === undefined)
        return [];
    const shown = html `<code>${place === undefined ? 'was ' : ''}${frame.pathOf(at.file)}:${at.line}</code>`;
    return [escape_link(shown, place === undefined ? removedLink(at, frame) : frame.linkOf(at))];
}
/** A text of several lines. */
function codeBlock(text) {
    return html `<pre>${block(text)}</pre>`;
}

;// CONCATENATED MODULE: ./lib/render/html/page.js
// A plan, or the drift of a repository, as one HTML page that needs nothing else: no request, no script to be read.













/** The same plan and options give the same bytes. */
function htmlPlan(plan, options = {}) {
    return page((0,render_view/* viewOf */.du)(plan, { withReach: true, repeated: options.repeated }), {
        what: 'Plan',
        isRefused: (0,model_plan/* hasRefusals */.q5)(plan),
        elements: plan.elements ?? [],
        options,
    });
}
/** Only the drift. */
function htmlDrift(plan, options = {}) {
    return page(driftViewOf(plan), { what: 'Drift', isRefused: false, elements: [], options });
}
function page(view, { what, isRefused, elements, options }) {
    const lines = view.sections.flatMap((section) => section.lines);
    const contexts = distinct(lines.flatMap(({ kind, context }) => (kind === 'rename' ? [] : (context ?? []))));
    let diffs = MAX_DIFFS;
    const frame = {
        ...linksOf(options),
        contexts: new Map(contexts.map((context, i) => [(0,model_context/* contextId */.PF)(context), i])),
        elements,
        takeDiff: () => diffs-- > 0,
    };
    const { account, name } = view.target;
    const title = `${what}: ${name === '' ? 'repository not configured' : `${account}/${name}`}`;
    const facts = [...view.notes, ...view.remarks];
    const isSafety = ({ id }) => id === 'safety';
    const sections = view.sections.filter((section) => !isSafety(section)).map((section) => sectionOf(section, frame));
    return page_document(title, [
        html `<header>\n<h1>${title}</h1>\n`,
        refusalBox(view, frame, options.status?.isApply),
        html `<p class="counts">${isRefused ? html `<strong class="refused">Refused</strong> ` : undefined}<strong>${view.closing}</strong></p>\n`,
        factList(view.target.url, options.status ?? {}),
        html `</header>\n`,
        ...view.alarms.map((text) => html `<p class="box">${prose(text)}</p>\n`),
        ...view.sections.filter(isSafety).map((section) => html `<div class="box">${sectionOf(section, frame)}</div>`),
        reachOf(view.reach),
        problemBox('Warnings', view.warnings, frame),
        facts.length === 0
            ? undefined
            : html `<section><h2>Notes</h2><ul>${facts.map((text) => html `<li>${prose(text)}</li>\n`)}</ul></section>\n`,
        sections.length === 0
            ? undefined
            : html `<div id="plan">${filterBar(lines.map(({ sign }) => sign), { contexts, elements })}${sections}</div>\n`,
    ]);
}
/** Each makes the page larger. */
const MAX_DIFFS = 1000;
function sectionOf({ id, ...section }, frame) {
    return html `<section class="lines" aria-labelledby="s-${id}"><h2 id="s-${id}">${section.title}</h2>\n${sectionTable({ id, ...section }, frame)}</section>\n`;
}
function factList(url, { commit, run, reason, hint }) {
    const rows = [
        ['Server', url === '' ? undefined : html `${url}`],
        ['Commit', commit && escape_link(html `<code>${commit.sha.slice(0, 10)}</code>`, commit.url)],
        ['Run', run === undefined ? undefined : escape_link(html `${run}`, run)],
    ];
    const said = [reason, hint].filter((text) => text !== undefined).map((text) => html `<p>${prose(text)}</p>\n`);
    return html `${said}<dl class="facts">${rows.map(([name, value]) => value && html `<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>\n`;
}
/** The reasons stand directly below the title. What a person has to copy is shown as code. */
function refusalBox({ refusals, approval }, frame, isApply) {
    if (refusals.length === 0)
        return undefined;
    const [, sentence = approval, command] = /^([\s\S]*?): *\n?((?:confighub-sync |confighub approve |\S+$)[\s\S]*)$/.exec(approval ?? '') ?? [];
    const how = approval === undefined
        ? undefined
        : html `<p>${prose(sentence ?? '')}${command && ':'}</p>${command && codeBlock(command)}`;
    return html `<section class="box refusals" aria-labelledby="refusals"><h2 id="refusals">${(0,sentences/* refusedTitle */.B9)(isApply).replace(/\.$/, '')}</h2>
${problemList(refusals, frame)}${how}</section>
`;
}
function problemBox(title, problems, frame) {
    if (problems.length === 0)
        return undefined;
    return html `<section class="box"><h2>${title}</h2>${problemList(problems, frame)}</section>\n`;
}
/** More problems are folded. */
const MAX_SHOWN = 20;
function problemList(problems, frame) {
    const items = problems.map((one) => {
        const { code, message, hint } = one;
        const rule = escape_link(html `<code>${code}</code>`, frame.docs && `${frame.docs}/messages.md#${code}`);
        const place = placeLink(one, frame).map((at) => html `${at}${(0,render_problems/* othersText */.nn)(one)} `);
        return html `<li>${rule} ${place}${prose(message)}${hint === undefined ? undefined : html ` <span class="hint">${prose(hint)}</span>`}</li>\n`;
    });
    const left = items.slice(MAX_SHOWN);
    const more = left.length === 0
        ? undefined
        : html `<details><summary>${(0,lib_text/* counted */.hS)(left.length, 'more line')}</summary><ul>${left}</ul></details>`;
    return html `<ul>${items.slice(0, MAX_SHOWN)}</ul>${more}`;
}
function reachOf(reach) {
    if (reach === undefined)
        return undefined;
    if (typeof reach === 'string')
        return html `<p>${prose(reach)}</p>\n`;
    const { title, level, rows, left } = reach;
    const lines = rows.map(({ element, ...counts }) => html `<tr><th scope="row">${element === '*' ? element_counts/* ANY_OTHER */.OE : element}</th>${model_plan/* ACTIONS */.kl.map((action) => html `<td class="${counts[action] === 0 ? 'zero' : action}">${(0,lib_text/* withCommas */.rX)(counts[action])}</td>`)}</tr>\n`);
    return html `<section aria-labelledby="by-element"><h2 id="by-element">${title}</h2>
<table class="numbers"><thead><tr><th scope="col">${level}</th>${model_plan/* ACTIONS */.kl.map((action) => html `<th scope="col">${action}</th>`)}</tr></thead>
<tbody>${lines}</tbody></table>${left > 0 ? html `<p>… and ${(0,lib_text/* withCommas */.rX)(left)} more</p>` : undefined}</section>
`;
}
function page_document(title, body) {
    const page = html `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${trusted(STYLE)}</style>
</head>
<body>
<main>
${body}</main>
<script>${trusted(SCRIPT)}</script>
</body>
</html>
`;
    return page.toString();
}
/** Nothing is loaded, and only this style sheet and this script are used. The empty icon saves a request. */
const POLICY = [
    "default-src 'none'",
    `style-src '${digestOf(STYLE)}'`,
    `script-src '${digestOf(SCRIPT)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
].join('; ');
function digestOf(text) {
    return `sha256-${(0,external_node_crypto_.createHash)('sha256').update(text).digest('base64')}`;
}
const FILTERED = { '+': 'create', '~': 'update', '-': 'delete' };
/** Filters, which need the script. Options have the numbers that changes carry in `data-c` and `data-e`. */
function filterBar(signs, { contexts, elements }) {
    const used = new Set(signs);
    const actions = Object.entries(FILTERED).flatMap(([sign, action]) => (used.has(sign) ? [action] : []));
    return html `<form class="filters" id="filters" role="search" aria-label="Filter the changes" hidden>
<label>Search <input type="search" id="f-text" autocomplete="off" spellcheck="false" placeholder="key, file or value" aria-keyshortcuts="/"></label>
${page_select('f-action', 'Action', ['all', actions.map((action) => [action, action])])}
${page_select('f-context', 'Context', ['all', numbered(contexts)])}
${elements.length === 0 ? undefined : page_select('f-element', 'Received in', ['anywhere', numbered(elements)])}
<button type="reset">Clear</button>
<button type="button" id="f-open">Open all</button>
<output id="f-count" role="status"></output>
</form>
`;
}
function numbered(names) {
    return names.map((name, i) => [String(i), name]);
}
/** @param choices the text of the option that selects everything, and the others */
function page_select(id, label, [all, options]) {
    const shown = options.map(([value, text]) => html `<option value="${value}">${text}</option>`);
    return html `<label>${label} <select id="${id}"><option value="">${all}</option>${shown}</select></label>`;
}

;// CONCATENATED MODULE: ./lib/render/markdown/escape.js
// Escapes untrusted text in Markdown: inside a code span or fence, GitHub renders no links, mentions or images.

/** Longer names, contexts and settings are clipped. */
const MAX_NAME = 200;
/** A code span on one line, fenced by one backtick more than the longest run in the text. */
function code(text, max = MAX_NAME) {
    const shown = (0,printable/* printable */.g$)((0,printable/* clipped */.cz)(text, max)) || ' ';
    const fence = '`'.repeat(longestRun(shown) + 1);
    // CommonMark strips one space from each end, unless the text is all spaces.
    const space = /^`|`$|^ .*[^ ].* $/.test(shown) ? ' ' : '';
    return `${fence}${space}${shown}${space}${fence}`;
}
/**
 * Code in a cell of a table, which a bar would end. Renderers disagree about a bar after a backslash, so that one is
 * replaced.
 */
function cell(text, max = MAX_NAME) {
    return code(text, max).replace(/(\\*)\|/g, (_, slashes) => `${slashes}${slashes === '' ? '\\|' : '¦'}`);
}
/** A diff in a fence that no line can close, indented for a list item. */
function diffFence(lines, indent) {
    const shown = lines.map((line) => (0,printable/* printableLine */.oy)((0,printable/* clipped */.cz)(line, printable/* MAX_LINE */.MV)));
    const fence = '`'.repeat(Math.max(3, longestRun(shown.join('\n')) + 1));
    return [`${fence}diff`, ...shown, fence].map((line) => `${indent}${line}\n`).join('');
}
function longestRun(text) {
    let longest = 0;
    for (const [run] of text.matchAll(/`+/g))
        longest = Math.max(longest, run.length);
    return longest;
}
const MAX_URL = 2000;
/** A link around trusted Markdown; the bare Markdown if the URL is not an http(s) address. */
function markdown_escape_link(markdown, url) {
    if (url === undefined || url.length > MAX_URL || !/^https?:\/\/./i.test(url))
        return markdown;
    return `[${markdown}](${destination(url)})`;
}
/** Percent-encodes characters that could end or change the link; `&` could start an entity. */
function destination(url) {
    return url.replace(/[^\w\-.~:/?#@!&+,;=%]/gu, (character) => encoded(character)).replaceAll('&', '&amp;');
}
function encoded(character) {
    return [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}
const MAX_PROSE = 1000;
/** For a text that is already clipped. */
const UNCUT = Number.POSITIVE_INFINITY;
/** Plain words, which Markdown and GitHub never interpret, wherever they are. */
const WORD = /^\(?(?!www)[A-Za-z]+(?:['-][a-z]+)*[.,:;!?]?\)?[.,:;]?$/i;
/** Not followed by `.` or `)`, which could start a numbered list, and too short for a commit id. */
const NUMBER = /^\(?\d{1,3}(?:,\d{3}){0,2}(?:\.\d{1,3})?[,:;]?$/;
/** GitHub links text that could be an abbreviated commit id. */
const COMMIT = /^[^a-z]?[0-9a-f]{7,}[^a-z]*$/i;
/**
 * A sentence of ours that may contain untrusted names and values. Text between backticks becomes a code span, and so
 * does every other run of words that are not plain.
 */
function escape_prose(sentence, { runs, most = MAX_PROSE } = {}) {
    const text = (0,printable/* clipped */.cz)(sentence, most);
    if (/^ | $| {2}|^$/.test(text))
        return code(text, UNCUT);
    const parts = [];
    let wasAlone = true;
    for (const token of tokens(text)) {
        const isAlone = isPlainWord(token) || QUOTED.test(token) || runLink(token, runs) !== undefined;
        if (isAlone || wasAlone)
            parts.push([token]);
        else
            parts.at(-1)?.push(token);
        wasAlone = isAlone;
    }
    return parts.map((part) => runLink(part.join(' '), runs) ?? inMarkdown(part.join(' '))).join(' ');
}
/** The address of a run, with surrounding punctuation. */
const RUN = /^(\(?)(https?:\/\/[^\s()]+\/)(\d{1,20})(\)?[.,:;]?)$/;
/** Only for runs of this repository: any other address could lead anywhere. */
function runLink(token, runs) {
    const [, before = '', address, id = '', after = ''] = RUN.exec(token) ?? [];
    return address === undefined || address !== runs ? undefined : `${before}${markdown_escape_link(`run ${id}`, address + id)}${after}`;
}
/** Text between backticks, with surrounding punctuation. */
const QUOTED = /^(\(?)`([^`]+)`(\)?[.,:;?]?)$/;
/** Split at single spaces, but not within backticks. */
function tokens(text) {
    return text.match(/\(?`[^`]+`\)?[.,:;?]?(?= |$)|[^ ]+/g) ?? [];
}
function isPlainWord(token) {
    return token === '→' || NUMBER.test(token) || (WORD.test(token) && !COMMIT.test(token));
}
function inMarkdown(run) {
    if (isPlainWord(run))
        return run;
    const [, before = '', inner, after = ''] = QUOTED.exec(run) ?? [];
    if (inner !== undefined)
        return `${before}${code(inner, UNCUT)}${after}`;
    // A parenthesis around more than the run is not a part of it.
    const start = run.includes(')') ? '' : (/^\((?=.)/.exec(run)?.[0] ?? '');
    const end = (run.includes('(') ? /(?<=[^.,:;])[.,:;]$/ : /(?<=[^.,:;)])(?:[.,:;]|\)[.,:;]?)$/).exec(run)?.[0] ?? '';
    return `${start}${code(run.slice(start.length, run.length - end.length), UNCUT)}${end}`;
}

;// CONCATENATED MODULE: ./lib/render/markdown/lines.js
// Lines of a comment: of changes with what differs, of settings, of findings and mistakes.








/** Lines of one key or file stand below its name, if there are several. */
function itemLines(lines, frame, takeDiff) {
    const isSame = (one, other) => one?.name === other.name && (one.kind === 'file') === (other.kind === 'file');
    return lines
        .map((line, i) => {
        const isInner = isSame(lines[i - 1], line);
        const isFirst = !isInner && lines[i + 1] !== undefined && isSame(lines[i + 1], line);
        const name = `**${nameCode(line.name, frame)}**`;
        const sign = code(line.sign);
        const start = isInner ? `  - ${sign}` : isFirst ? `- ${name}\n  - ${sign}` : `- ${sign} ${name}`;
        const text = `${start}${lines_restOf(line, frame)}\n`;
        const diff = line.diff !== undefined && takeDiff() ? diffText(line.diff, frame, isInner || isFirst ? 4 : 2) : '';
        return `${text}${diff}`;
    })
        .join('');
}
/** Longer names and values are clipped. */
const lines_MAX_NAME = 200;
function nameCode(name, { level }) {
    return code(name, Math.min(lines_MAX_NAME, level.words));
}
/** Everything behind the name. */
function lines_restOf(line, frame) {
    const { kind, context, remark, receivers } = line;
    const text = contentText(line, frame);
    const end = [
        ...receivers.map((one) => (one.isLoss ? `**${frame.say(one.text)}**` : frame.say(one.text))),
        ...whereText(line, frame),
    ];
    const at = context === undefined ? '' : ` ${nameCode(context, frame)}`;
    const why = remark === undefined ? '' : kind === 'setting' ? `**${remark}**` : frame.say(remark);
    const what = [text, why].filter((one) => one !== '').join(', ');
    return `${at}${what === '' ? '' : `${at === '' ? '' : ':'} ${what}`}${end.map((one) => ` · ${one}`).join('')}`;
}
/** More members are counted. */
const MAX_MEMBERS = 8;
function contentText({ kind, text }, frame) {
    const shown = (value) => nameCode(value, frame);
    if (text.kind === 'words')
        return kind === 'key' && text.text !== '' ? frame.say(text.text) : text.text;
    if (text.kind === 'pair')
        return (0,printable/* quotedTwo */.Dp)(text.before, text.after).map(shown).join(' → ');
    if (text.kind === 'value')
        return `${text.isReplaced ? 'replaced by ' : ''}${shown((0,printable/* quoted */.TL)(text.text))}`;
    if (text.kind === 'settings')
        return text.settings
            .map(([name, ...sides]) => `${name} ${sides.map((one) => (one === undefined ? 'not set' : shown(one))).join(' → ')}`)
            .map((one) => one.trimStart())
            .join(', ');
    const left = text.parts.length - MAX_MEMBERS;
    const first = text.parts.slice(0, MAX_MEMBERS).map(shown);
    return `${first.join(', ')}${left > 0 ? ` and ${(0,lib_text/* withCommas */.rX)(left)} more` : ''}`;
}
/** The whole path: a name alone could be that of several files. */
function whereText(line, frame) {
    const { place, wasAt, contentPath, diff } = line;
    const linked = (at) => markdown_escape_link(lineCode(at, frame), frame.linkOf(at));
    if (place === undefined)
        return wasAt === undefined ? [] : [`was ${markdown_escape_link(lineCode(wasAt, frame), removedLink(wasAt, frame))}`];
    if (contentPath === undefined)
        return [linked(place)];
    const content = (0,diagnostic/* placeAt */.BW)(contentPath, { line: changedLine(diff), column: 1 });
    return [(0,describe/* isOwnContent */.u2)(line) ? linked(content) : `${linked(content)}, declared in ${linked(place)}`];
}
/** The first changed line of its content; 1 if unknown. */
function changedLine(diff) {
    const [head = '', ...lines] = diff?.lines ?? [];
    const index = lines.findIndex((line) => !line.startsWith(' '));
    return Number(/^@@ .*\+(\d+)/.exec(head)?.[1] ?? 1) + (diff?.isWhole ? 0 : Math.max(0, index));
}
/** Longer diffs are folded, and so is every whole text. */
const MAX_DIFF_OPEN = 25;
function diffText({ lines, count, isWhole }, { level }, indent) {
    const blanks = ' '.repeat(indent);
    const left = count - level.diffLines;
    const shown = left > 0 ? [...lines.slice(0, level.diffLines), `… ${(0,lib_text/* withCommas */.rX)(left)} more lines`] : lines;
    const fence = diffFence(shown, blanks);
    if (!isWhole && count <= MAX_DIFF_OPEN)
        return fence;
    const title = isWhole ? `Show ${(0,lib_text/* withCommas */.rX)(count)} lines` : `${(0,lib_text/* withCommas */.rX)(count)} lines of difference`;
    return `\n${blanks}<details><summary>${title}</summary>\n\n${fence}\n${blanks}</details>\n\n`;
}
/** More problems with the same code are counted. */
const MAX_ALIKE = 3;
/** A line for each problem; a hint that several have is said once. */
function problemItems(problems, frame) {
    return [...(0,collections/* grouped */.z)(problems, ({ code }) => code)].flatMap(([name, same]) => {
        const shown = same.slice(0, MAX_ALIKE);
        const hints = shown.map(({ hint }, i) => hint === undefined || shown[i - 1]?.hint === hint ? '' : ` ${frame.say(hint)}`);
        const lines = shown.map((one, i) => `- **${ruleLink(name, frame)}**${lines_placeOf(one, frame)}: ${frame.say(one.message)}${hints[i]}\n`);
        const left = same.length - shown.length;
        return left === 0 ? lines : [...lines, `- … and ${(0,lib_text/* withCommas */.rX)(left)} more of ${ruleLink(name, frame)}\n`];
    });
}
/** Of a mistake in the files. */
function mistakeLine(one, frame) {
    const { code: name, message, hint, related } = one;
    const other = related === undefined ? '' : ` See also: ${lines_placeLink(related, frame)}.`;
    const advice = hint === undefined ? '' : ` ${frame.say(hint)}`;
    return `- ${`${lines_placeOf(one, frame)} ${code(name)}`.trimStart()} ${frame.say(message)}${other}${advice}\n`;
}
function lines_placeOf(problem, frame) {
    const { place, removedFrom, file } = problem;
    const others = (0,render_problems/* othersText */.nn)(problem);
    if (place !== undefined)
        return ` ${lines_placeLink(place, frame)}${others}`;
    if (removedFrom !== undefined)
        return ` was ${markdown_escape_link(placeCode(removedFrom, frame), removedLink(removedFrom, frame))}${others}`;
    return file === undefined ? '' : ` ${code(frame.pathOf(file))}`;
}
/** The code of a rule, as a link to what the documentation says about it. */
function ruleLink(name, { docs }) {
    return markdown_escape_link(code(name), docs && `${docs}/messages.md#${name}`);
}
function lines_placeLink(place, frame) {
    return markdown_escape_link(placeCode(place, frame), frame.linkOf(place));
}
function placeCode(place, { pathOf }) {
    return code(`${(0,printable/* clipped */.cz)(pathOf(place.file), 150)}:${place.line}:${place.column}`);
}
function lineCode({ file, line }, { pathOf }) {
    return code(`${(0,printable/* clipped */.cz)(pathOf(file), 150)}:${line}`);
}

;// CONCATENATED MODULE: ./lib/render/markdown/status.js
// The heading and the status lines of a comment: what happened to the plan, when and where.


/** @param target absent: of several */
function heading({ kind }, target) {
    const isNamed = target !== undefined && (target.account !== '' || target.name !== '');
    const of = isNamed ? `: ${code(`${target.account}/${target.name}`)}${atHost(target)}` : '';
    return `### ${OUTCOMES[kind].heading}${of}\n\n`;
}
/** Several servers may have a repository of that name. */
function atHost({ url }, shown = (host) => code(host)) {
    const host = URL.canParse(url) ? new URL(url).host : '';
    return host === '' ? '' : ` at ${shown(host)}`;
}
function failureHeading({ kind }) {
    return kind === 'failed' ? '### ❌ No plan: nothing was sent\n\n' : `### ${OUTCOMES[kind].heading}\n\n`;
}
function commitLink({ sha, url }) {
    return markdown_escape_link(code(sha.slice(0, 7)), url);
}
/** What was done. */
function isApplied(kind) {
    return OUTCOMES[kind].result === 'applied';
}
/** Why it failed, and what it was made from. */
function reasonText({ kind, reason, hint }, { say }) {
    const told = [reason, hint].filter((text) => text !== undefined);
    const why = told.length === 0 ? '' : `${told.map((text) => say(text)).join(' ')}\n\n`;
    const offline = 'Made from the base and head commits only: the server was not read and may differ.\n\n';
    return `${why}${kind === 'offline' ? offline : ''}`;
}
/** `Commit 1a2b3c4, workflow run`. */
function status_whereText({ commit, run }) {
    const at = commit && `commit ${commitLink(commit)}`;
    const by = run && markdown_escape_link('workflow run', run);
    const where = [at, by].filter((one) => one !== undefined && one !== '').join(', ');
    return where === '' ? '' : `${where[0]?.toUpperCase()}${where.slice(1)}\n\n`;
}

;// CONCATENATED MODULE: ./lib/render/markdown/layout.js
// The parts of a comment and their order: first what matters for a merge; long lists are folded.







/** Longer lists are folded behind these lines. */
const MAX_LINES_OPEN = 20;
/** Everything below the heading. */
function planPart(view, { status, frameAt, approval = () => '' }) {
    return {
        counts: view.sections.map(({ lines }) => lines.length),
        render: (level) => {
            const frame = frameAt(level);
            const takeDiff = limited(level.diffs);
            const sections = (isWanted) => view.sections.filter(isWanted).map((section) => sectionText(section, { frame, takeDiff }));
            return [
                refusedText(view.refusals, status, frame),
                ...view.alarms.map((text) => `**${frame.say(text)}**\n\n`),
                reasonText(status, frame),
                countsText(view, status),
                status_whereText(status),
                ...view.sections
                    .filter(({ id }) => id === 'safety')
                    .map((section) => sectionText(section, { frame: { ...frame, removedAt: view.base }, takeDiff })),
                reachText(view, frame),
                approval(frame),
                ...sections(({ id, weight }) => weight === 'alarm' && id !== 'safety'),
                paragraphs([...view.notes, ...view.remarks], frame),
                listText('Warnings', problemItems(view.warnings, frame), frame),
                ...sections(({ weight }) => weight !== 'alarm'),
            ].join('');
        },
    };
}
function limited(most) {
    let left = most;
    return () => left-- > 0;
}
/** What a refused plan says, and what a refused apply says. */
function refusedText(refusals, { isApply }, frame) {
    if (refusals.length === 0)
        return '';
    const lines = limitedItems(problemItems(refusals, frame), frame);
    return `> [!CAUTION]\n> **${(0,sentences/* refusedTitle */.B9)(isApply)}**\n>\n${quotedLines(lines)}\n`;
}
/** Lines of an alert. */
function quotedLines(text) {
    return text.trimEnd().replace(/^/gm, '> ').concat('\n');
}
/** `1 to create, 0 to update, 0 to delete.`, or what was done, unless the heading says it all. */
function countsText({ isEmpty, closing, done, alarms }, { kind, mergeInto }) {
    if (isEmpty && (kind === 'unchanged' || alarms.length > 0))
        return '';
    const merge = kind === 'planned' && alarms.length === 0 && mergeInto !== undefined;
    const counts = isApplied(kind) ? done : closing.replace(/^Plan: /, '');
    return `${merge ? `Merging into ${code(mergeInto)} applies this: ` : ''}**${counts}**\n\n`;
}
function reachText({ reach }, { say }) {
    if (reach === undefined)
        return '';
    return typeof reach === 'string' ? `${say(reach)}\n\n` : reachTable(reach);
}
function reachTable({ title, level, rows, left }) {
    const lines = [
        [cell(level), ...model_plan/* ACTIONS */.kl],
        ['---', ...model_plan/* ACTIONS */.kl.map(() => '--:')],
        ...rows.map(({ element, ...counts }) => [
            element === '*' ? element_counts/* ANY_OTHER */.OE : cell(element),
            ...model_plan/* ACTIONS */.kl.map((action) => (0,lib_text/* withCommas */.rX)(counts[action])),
        ]),
    ];
    const text = lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
    return `${title}:\n\n${text}${left > 0 ? `\n… and ${(0,lib_text/* withCommas */.rX)(left)} more\n` : ''}\n`;
}
/** More notes are counted. */
const MAX_NOTES = 20;
const LEAST_NOTES = 5;
function paragraphs(sentences, { say, level, pointer }) {
    const most = level.lines === 0 ? LEAST_NOTES : MAX_NOTES;
    const shown = sentences.slice(0, most).map((text) => `${say(text)}\n\n`);
    return `${shown.join('')}${moreText(sentences.length - shown.length, 'note', pointer)}`;
}
function moreText(left, noun, pointer) {
    return left <= 0 ? '' : `… and ${(0,lib_text/* withCommas */.rX)(left)} more ${noun}${left === 1 ? '' : 's'}: see ${pointer}.\n\n`;
}
/** Findings are shown even where lines of changes are not. */
const LEAST_FINDINGS = 20;
function limitedItems(items, { level, pointer }) {
    const shown = items.slice(0, Math.max(LEAST_FINDINGS, level.lines));
    const more = moreText(items.length - shown.length, 'line', pointer);
    return `${shown.join('')}${more === '' ? '' : `\n${more.trimEnd()}\n`}`;
}
/** A list of findings or mistakes under a heading. */
function listText(title, items, frame) {
    const heading = title === '' ? '' : `#### ${title}\n\n`;
    return items.length === 0 ? '' : `${heading}${limitedItems(items, frame)}\n`;
}
/** The first lines of a list are never folded, so that they cannot be missed. */
function sectionText({ id, title, weight, lines }, { frame, takeDiff }) {
    const { level, pointer } = frame;
    // What changes about safety is shown at every level.
    const shown = lines.slice(0, id === 'safety' ? lines.length : level.lines);
    const more = moreText(lines.length - shown.length, 'line', pointer);
    const left = more === '' ? '' : `\n${more}`;
    const textOf = (some) => itemLines(some, frame, takeDiff);
    if (id === 'safety')
        return `> [!WARNING]\n> **${title}.**\n>\n${quotedLines(textOf(shown))}\n`;
    if (weight === 'fold')
        return fold(title, `${textOf(shown)}${left}`);
    const end = shown.length <= MAX_LINES_OPEN ? shown.length : startOfItem(lines, MAX_LINES_OPEN);
    const [first, rest] = [shown.slice(0, end), shown.slice(end)];
    const folded = rest.length === 0 ? left : `\n${fold(`${(0,lib_text/* withCommas */.rX)(rest.length)} more`, `${textOf(rest)}${left}`)}`;
    return `#### ${title}\n\n${textOf(first)}${folded}${rest.length === 0 ? '\n' : ''}`;
}
/** Where a list may be cut so that no key is in both parts. */
function startOfItem(lines, most) {
    const starts = lines.flatMap((line, i) => (i > 0 && lines[i - 1]?.name !== line.name ? [i] : []));
    return starts.findLast((at) => at <= most) ?? starts[0] ?? lines.length;
}
function fold(title, text) {
    return `<details><summary>${title}</summary>\n\n${text}\n</details>\n\n`;
}

;// CONCATENATED MODULE: ./lib/render/markdown/approval.js
// How a refused plan can be approved, in a comment.





/** A longer approval names so many items that it would leave no room for the plan. */
const approval_MAX_SHOWN = 8000;
/** How the plan can be approved, and what the approval covers. */
function approvalText(plans, frame) {
    const refused = plans.filter(({ force }) => force !== undefined);
    if (refused.length === 0)
        return '';
    const approval = (0,sentences/* approvalOf */.xf)(plans);
    const approved = approval?.of ?? [];
    const names = approved.flatMap(({ force = '' }) => (0,model_force/* parseForce */.fu)(force)?.names ?? []);
    const codes = codesOf(approved.flatMap(sentences/* refusals */.Ke).filter(({ approvable }) => approvable));
    const others = codesOf(refused.flatMap(sentences/* unliftable */.t3));
    const rules = (found) => found.map((name) => ruleLink(name, frame)).join(', ');
    const items = [...new Set(names)].map((name) => `- ${code(name)}\n`);
    const more = frame.docs === undefined ? '' : ` ${markdown_escape_link('How approvals work', `${frame.docs}/${approval_PAGE}`)}.`;
    const these = refused.length === 1 ? 'this plan' : 'these plans';
    const next = 'If the next plan is still refused, it shows how to approve it.';
    const first = others.length === 0 ? [] : [`No approval covers ${rules(others)}: resolve that first. ${next}`];
    const title = `#### How to approve ${these}\n\n`;
    if (approval === undefined)
        return `${title}${first.join('')}${more}\n\n`;
    const listed = names.length === 0 ? ' ' : ` It names the protected items that are deleted:\n\n${listText('', items, frame)}`;
    return [
        title,
        ...first.map((sentence) => `${sentence}\n\n`),
        `${howTo(approval)}\n\n${shown(approval.text, frame)}\n`,
        `The approval covers all changes of ${these}, and overrides ${rules(codes)}.${listed}`,
        `A new commit or a change on the server can change the plan, which then needs a new approval.${more}\n\n`,
    ].join('');
}
function codesOf(findings) {
    return [...new Set(findings.map(({ code }) => code))];
}
const approval_PAGE = 'pull-requests.md#approve-a-refused-plan';
function howTo({ way, text, isOlder }) {
    if (way === 'review')
        return `If all of it is intended, ask a person with write permission to submit a review of this pull request (**Files changed** → **Submit review**) with the ${text.includes('\n') ? 'lines' : 'line'} below. Authors of the change cannot approve it, unless \`approvals\` is \`any\`.`;
    const inputs = isOlder
        ? 'with the input `allow-older: true`, and this text as the input `force`:'
        : 'with this text as the input `force`:';
    return `If all of it is intended and merged, start the workflow manually (**Actions** → **Run workflow**) to apply it, ${inputs}`;
}
/** The characters of an approval cannot end the fence. */
function shown(text, { pointer }) {
    return text.length > approval_MAX_SHOWN ? `The text is long: copy it from ${pointer}.\n` : `\`\`\`\n${text}\n\`\`\`\n`;
}

;// CONCATENATED MODULE: ./lib/render/markdown/fit.js
const MORE = [
    { lines: 500, diffs: 50, diffLines: 60, words: 1000 },
    { lines: 100, diffs: 10, diffLines: 30, words: 1000 },
    { lines: 20, diffs: 0, diffLines: 0, words: 500 },
    { lines: 0, diffs: 0, diffLines: 0, words: 200 },
    { lines: 0, diffs: 0, diffLines: 0, words: 40 },
];
/**
 * GitHub accepts 65,536 characters; our comments have at most 60,000, including the marker in front. There are never
 * fewer UTF-16 units than characters.
 */
const COMMENT = {
    limit: 59_500,
    size: (text) => text.length,
    levels: [{ lines: Number.POSITIVE_INFINITY, diffs: 200, diffLines: 60, words: 1000 }, ...MORE],
};
/** GitHub drops summaries of more than 1 MiB entirely. */
const SUMMARY = {
    limit: 1_000_000,
    size: Buffer.byteLength,
    levels: [{ lines: Number.POSITIVE_INFINITY, diffs: 1000, diffLines: 200, words: 1000 }, ...MORE],
};
/** No line is shorter. */
const LEAST_LINE = 30;
/** The text in the most detail that fits; `undefined` if none does. */
function fitted({ render, counts }, { limit, size, levels }) {
    for (const level of levels) {
        const lines = counts.reduce((sum, count) => sum + Math.min(count, level.lines), 0);
        if (lines * LEAST_LINE > limit)
            continue;
        const text = render(level);
        if (size(text) <= limit)
            return text;
    }
    return undefined;
}

;// CONCATENATED MODULE: ./lib/render/markdown/comment.js










const planComment = planPage(COMMENT);
const planSummary = planPage(SUMMARY);
/** For the drift issue; `status.kind` is `drifted` or `clean`. */
const driftComment = driftPage(COMMENT);
const mistakesComment = mistakesPage(COMMENT);
function planPage(medium) {
    return (plan, { status, ...options }) => {
        const frameAt = frameOf(options);
        const approval = (frame) => approvalText([plan], frame);
        const start = heading(status, plan.target);
        return pageOf(withStart(start, planPart((0,render_view/* viewOf */.du)(plan), { status, frameAt, approval })), { medium, start });
    };
}
function driftPage(medium) {
    return (plan, { status, ...options }) => {
        const start = heading(status, plan.target);
        return pageOf(withStart(start, driftPart(plan, status, frameOf(options))), { medium, start });
    };
}
/** What drifted, and what to do about it. */
function driftPart(plan, status, frameAt) {
    const view = (0,render_view/* driftViewOf */.cD)(plan);
    const { counts, render } = planPart({ ...view, isEmpty: false }, { status, frameAt });
    const { declaredAs } = plan.target;
    const of = declaredAs === undefined ? '' : ` --target ${declaredAs}`;
    const stays = (0,model_plan/* countOverrides */.fR)(plan) === 0 ? '' : ' Items created on the server stay unless `prune: all` deletes them.';
    const advice = `The next apply restores the declared state, unless \`onDrift\` prevents it.${stays} To keep a change, import it with \`confighub-sync import${of} --only drift\`.\n`;
    return { counts, render: (level) => `${render(level)}${view.isEmpty ? '' : advice}` };
}
/** For a run without a plan; `status.reason` says why. */
function failureComment(status, options = {}) {
    const frameAt = frameOf(options);
    const start = failureHeading(status);
    const render = (level) => `${start}${reasonText(status, frameAt(level))}${status_whereText(status)}`;
    return pageOf({ counts: [], render }, { medium: COMMENT, start });
}
function mistakesPage(medium) {
    return (diagnostics, { status, ...options } = {}) => {
        const frameAt = frameOf(options);
        const start = "### ❌ Mistakes in the project's files: nothing was sent\n\n";
        const mistakes = (0,render_problems/* together */.bs)(diagnostics);
        const render = (level) => {
            const frame = frameAt(level);
            const about = status === undefined ? '' : `${reasonText(status, frame)}${status_whereText(status)}`;
            return `${start}${about}${mistakesText(mistakes.map((one) => mistakeLine(one, frame)), frame)}`;
        };
        return pageOf({ counts: [mistakes.length], render }, { medium, start });
    };
}
/** A list of mistakes without a heading. */
function mistakesText(lines, frame) {
    return listText('', lines, frame);
}
function withStart(start, { counts, render }) {
    return { counts, render: (level) => `${start}${render(level)}` };
}
/** @param start what is left where nothing else fits */
function pageOf(part, { medium, start }) {
    return `${(fitted(part, medium) ?? start).trimEnd()}\n`;
}
/** What all lines of a page share, at each level of detail. */
function frameOf(options) {
    const { fullPlan, runs } = options;
    const { text, url } = fullPlan ?? { text: 'the log of the run' };
    const pointer = markdown_escape_link(escape_prose(text), url);
    const links = linksOf(options);
    return (level) => ({
        ...links,
        level,
        pointer,
        say: (sentence) => escape_prose(sentence, { runs, most: level.words }),
    });
}

// EXTERNAL MODULE: ./lib/model/element-counts.js
var model_element_counts = __webpack_require__(474);
// EXTERNAL MODULE: ./lib/render/mask.js
var mask = __webpack_require__(5962);
;// CONCATENATED MODULE: ./lib/render/markdown/targets-table.js
// The table of several targets: the state of each, what its plan changes, and how many changes reach each environment.










/** Of the target in a row. Masks its plan. */
function targets_table_pageOf(row) {
    const { name, plan, error, outcome, counts, removedAt } = row;
    const kind = shownAs(row);
    const unverified = kind === 'unverified' ? (0,render_text/* unverifiedText */.zd)(counts) : undefined;
    const reason = error?.message ?? unverified ?? (kind === outcome ? row.reason : undefined);
    const { hint, diagnostics } = error ?? {};
    return { name, kind, ...(plan && { plan: (0,mask/* mask */.dK)(plan) }), reason, hint, diagnostics, removedAt };
}
/** The most important state of all. */
function worstOf(targets) {
    const [worst] = targets.map(({ kind }) => kind).sort((a, b) => importanceOf(a) - importanceOf(b));
    return worst ?? 'unchanged';
}
/** Those with the most important state first, then those that delete something. */
function byImportance(targets) {
    const rank = ({ kind, plan }) => {
        const isDeleting = plan !== undefined && (0,model_plan/* countChanges */.xS)(plan.changes).delete > 0;
        return 2 * importanceOf(kind) + (isDeleting ? 0 : 1);
    };
    return targets.toSorted((a, b) => rank(a) - rank(b));
}
/** Of a longer table, the rows of unchanged targets are folded. */
const MAX_TARGETS_OPEN = 20;
/** In the order of the targets. Where there is no room for all, the least important rows are left out. */
function targetTable(targets, { medium, room, pointer }) {
    const columns = targets_table_columnsOf(targets);
    const more = (count) => `\n… and ${(0,lib_text/* counted */.hS)(count, 'more target')}: see ${pointer}.\n`;
    const head = headOf(columns);
    let left = room - medium.size(`${head}${head}${fold(UNCHANGED(targets.length), '')}${more(targets.length)}`);
    const rows = new Map();
    for (const target of byImportance(targets)) {
        const row = targets_table_rowOf(columns.map((column) => column.cell(target)));
        left -= medium.size(row);
        if (left < 0)
            break;
        rows.set(target, row);
    }
    const isFolded = (target) => targets.length > MAX_TARGETS_OPEN && isUnchanged(target);
    const textOf = (shown) => shown.map((one) => rows.get(one) ?? '').join('');
    const open = textOf(targets.filter((one) => !isFolded(one)));
    const folded = targets.filter((one) => isFolded(one) && rows.has(one));
    return [
        open === '' ? '' : `${head}${open}\n`,
        folded.length === 0 ? '' : fold(UNCHANGED(folded.length), `${head}${textOf(folded)}`),
        rows.size === targets.length ? '' : `${more(targets.length - rows.size).trimStart()}\n`,
    ].join('');
}
const UNCHANGED = (count) => `${(0,lib_text/* counted */.hS)(count, 'target')} without changes`;
function isUnchanged({ kind, plan }) {
    if (plan === undefined)
        return false;
    return kind === 'clean' || (kind === 'unchanged' && (0,model_plan/* countDrift */.fS)(plan) === 0);
}
/** Without columns that would say nothing. */
function targets_table_columnsOf(targets) {
    const isOfDrift = targets.every(({ kind, plan }) => plan === undefined || DRIFT_KINDS.includes(kind));
    const drifts = targets.some(({ plan }) => plan !== undefined && (0,model_plan/* countDrift */.fS)(plan) > 0);
    const reached = new Map(targets.map((one) => [one, one.plan === undefined ? '' : reachCell(one.plan)]));
    return [
        { title: 'Target', cell: targetName },
        { title: 'State', cell: stateOf },
        ...(isOfDrift ? [] : COUNTS),
        ...(drifts ? [{ title: 'drift', isNumber: true, cell: targets_table_driftOf }] : []),
        ...([...reached.values()].every((text) => text === '')
            ? []
            : [{ title: levelOf(targets), cell: (one) => reached.get(one) ?? '' }]),
    ];
}
/** More elements are counted, and longer names are cut. */
const MAX_NAMED = 6;
const targets_table_MAX_NAME = 40;
/** `Production 30, Staging 7`; empty if no element is named. */
function reachCell(plan) {
    const counts = (0,model_element_counts/* countsByElement */.o)(plan);
    if (counts.every(({ element }) => element === '*'))
        return '';
    const named = counts.slice(0, MAX_NAMED).map((one) => {
        const name = one.element === '*' ? element_counts/* ANY_OTHER */.OE : cell(one.element, targets_table_MAX_NAME);
        return `${name} ${(0,lib_text/* withCommas */.rX)((0,element_counts/* totalOf */.e6)(one))}`;
    });
    const left = counts.length - named.length;
    const text = [...named, ...(left > 0 ? [`${(0,lib_text/* withCommas */.rX)(left)} more`] : [])].join(', ');
    return (0,element_counts/* isExact */.u0)(plan) ? text : `at least ${text}`;
}
const DRIFT_KINDS = ['drifted', 'clean'];
const COUNTS = model_plan/* ACTIONS */.kl.map((action) => ({
    title: action,
    isNumber: true,
    cell: ({ plan }) => (plan === undefined ? '' : (0,lib_text/* withCommas */.rX)((0,model_plan/* countChanges */.xS)(plan.changes)[action])),
}));
function targets_table_driftOf({ plan }) {
    return plan === undefined ? '' : (0,lib_text/* withCommas */.rX)((0,model_plan/* countDrift */.fS)(plan));
}
function targetName({ name = '', plan }) {
    if (plan === undefined)
        return `**${cell(name)}**`;
    const { target } = plan;
    const repository = `${target.account}/${target.name}`;
    return `**${cell(name)}**${name === repository ? '' : ` ${cell(repository)}`}${atHost(target, cell)}`;
}
function stateOf({ kind, plan }) {
    if (kind === 'failed' && plan === undefined)
        return '❌ No plan';
    if (kind === 'offline' && plan?.changes.some(model_plan/* isCounted */.he) === false)
        return 'No changes, server not read';
    return OUTCOMES[kind].state ?? OUTCOMES[kind].heading;
}
/** The name of the first context level, if all targets call it so. */
function levelOf(targets) {
    const names = new Set(targets.flatMap(({ plan }) => plan?.target.levels[0] ?? []));
    const [name] = names;
    return names.size === 1 && name !== undefined && name !== '' ? cell(name) : 'Reaches';
}
function headOf(columns) {
    return `${targets_table_rowOf(columns.map(({ title }) => title))}${targets_table_rowOf(columns.map(({ isNumber }) => (isNumber ? '--:' : '---')))}`;
}
function targets_table_rowOf(cells) {
    return `| ${cells.join(' | ')} |\n`;
}

;// CONCATENATED MODULE: ./lib/render/markdown/targets.js
// Comments and job summaries about several targets: a table of all, and a section for each with something to say.
















const rowsComment = rowsPage(COMMENT);
const rowsSummary = rowsPage(SUMMARY);
/** About the only target of a project file without `targets`, or one page for all. */
function rowsPage(medium) {
    const ofPlan = planPage(medium);
    const ofDrift = driftPage(medium);
    const ofMistakes = mistakesPage(medium);
    const ofAll = targetsPage(medium);
    return (targets, options) => {
        const [only] = targets;
        if (only === undefined || only.name !== undefined)
            return ofAll(targets, options);
        const { kind, plan, reason, hint, removedAt, diagnostics = [] } = only;
        const about = { ...options.status, kind };
        if (diagnostics.length > 0)
            return ofMistakes(diagnostics, { ...options, status: about });
        const status = { ...about, reason, hint };
        if (plan === undefined)
            return failureComment(status, options);
        return (isDrift(kind) ? ofDrift : ofPlan)(plan, { ...options, removedAt, status });
    };
}
function isDrift(kind) {
    return OUTCOMES[kind].result === 'checked';
}
/** What there is about all targets takes two thirds of the room at most, and their sections what is left. */
function targetsPage(medium) {
    return (all, { status, notes = [], ...options }) => {
        const safety = sharedSafety(all);
        const targets = withoutSafety(all, safety);
        const frameAt = frameOf(options);
        const start = startPart(targets, { status, notes, frameAt, medium, safety });
        const heading = headingOf(targets, worstOf(targets));
        const head = fitted(start, { ...medium, limit: (medium.limit * 2) / 3 }) ?? heading;
        const rest = sections(targets, {
            isApply: status.isApply,
            frameAt,
            medium: { ...medium, limit: medium.limit - medium.size(head) },
        });
        return `${head}${rest}`.trimEnd().concat('\n');
    };
}
/** What is said of all targets together. */
function startPart(targets, { status, notes, frameAt, medium, safety }) {
    const kind = worstOf(targets);
    const about = { ...status, kind: targets.some((one) => one.kind === 'offline') ? 'offline' : kind };
    const plans = targets.flatMap(({ plan }) => plan ?? []);
    const shared = (0,render_view/* safetySection */.yn)({ safety: [...safety] }, ' of all targets');
    return {
        counts: [notes.length],
        render: (level) => {
            const frame = { ...frameAt(level), removedAt: plans.find(({ base }) => base !== undefined)?.base?.commit };
            const behind = (0,sentences/* behindText */.Sd)(behindOf(targets));
            const room = medium.limit / (level.words < 1000 ? 6 : 3);
            return [
                headingOf(targets, kind),
                reasonText(about, frame),
                behind === '' ? '' : `**${frame.say(behind)}**\n\n`,
                totalText(targets, { ...status, kind }),
                status_whereText(about),
                paragraphs(notes, frame),
                safety.length === 0 ? '' : sectionText(shared, { frame, takeDiff: () => false }),
                targetTable(targets, { medium, room, pointer: frame.pointer }),
                approvalText(plans, frame),
            ].join('');
        },
    };
}
/** What is set outside of `targets` holds for all of them, and is said once. */
function sharedSafety(targets) {
    const [first, ...others] = targets.flatMap(({ plan }) => (plan === undefined ? [] : [plan.safety ?? []]));
    if (first === undefined || others.length === 0)
        return [];
    const known = others.map((safety) => new Set(safety.map((one) => JSON.stringify(one))));
    return first.filter((one) => known.every((safety) => safety.has(JSON.stringify(one))));
}
function withoutSafety(targets, said) {
    if (said.length === 0)
        return targets;
    const known = new Set(said.map((one) => JSON.stringify(one)));
    return targets.map((target) => {
        const { plan } = target;
        const safety = plan?.safety?.filter((one) => !known.has(JSON.stringify(one)));
        return plan === undefined || safety === undefined ? target : { ...target, plan: { ...plan, safety } };
    });
}
/** These say nothing else about the other targets. */
const OF_ALL = new Set(['planned', 'offline', 'unchanged', 'clean']);
/** `⛔ Refused: 1 of 3 targets, nothing is applied`. */
function headingOf(targets, kind) {
    const all = (0,lib_text/* counted */.hS)(targets.length, 'target');
    const these = targets.filter((one) => one.kind === kind);
    const isWithoutPlan = kind === 'failed' && these.every(({ plan }) => plan === undefined);
    const isStopped = (kind === 'refused' || isWithoutPlan) && !targets.some((one) => isApplied(one.kind));
    const what = isWithoutPlan ? targets_NO_PLAN : OUTCOMES[kind].heading;
    const of = OF_ALL.has(kind) || these.length === targets.length ? all : `${these.length} of ${all}`;
    return `### ${what}: ${of}${othersText(targets, kind)}${isStopped && targets.length > 1 ? ', nothing is applied' : ''}\n\n`;
}
/** What else there is, where the heading would leave that open. */
function othersText(targets, kind) {
    const [other, text] = OTHERS[kind] ?? [];
    const count = targets.filter((one) => one.kind === other).length;
    return count === 0 ? '' : `, ${count} ${text}`;
}
const OTHERS = {
    failed: ['refused', 'refused'],
    verified: ['unchanged', 'without changes'],
};
const targets_NO_PLAN = '❌ No plan';
/** What the plans of all targets change together; what was done, if something was. */
function totalText(targets, status) {
    const done = targets.filter(({ kind }) => isApplied(kind));
    const changes = (done.length > 0 ? done : targets).flatMap(({ plan }) => plan?.changes ?? []);
    if (!changes.some(model_plan/* isCounted */.he))
        return '';
    const kind = done[0]?.kind ?? status.kind;
    const isAhead = behindOf(targets).behind === undefined && status.kind === 'planned';
    const merge = isAhead && status.mergeInto !== undefined ? `Merging into ${code(status.mergeInto)} applies this: ` : '';
    const counts = isApplied(kind)
        ? `${(0,sentences/* doneText */.ks)((0,model_plan/* countChanges */.xS)(changes))}.`
        : (0,sentences/* closingLine */.oM)({ changes }).replace(/^Plan: /, '');
    return `${merge}**${counts}**\n\n`;
}
function behindOf(targets) {
    return targets.find(({ plan }) => plan?.behind !== undefined)?.plan ?? {};
}
/**
 * In the order of the targets. The more important a target, the more detail it has: each leaves room for the least that
 * the others take, as far as that is possible.
 */
function sections(targets, { isApply, frameAt, medium }) {
    const groups = (0,collections/* grouped */.z)(targets.filter(hasNews), targets_groupOf);
    const first = [...groups.values()].flatMap(([one]) => one ?? []);
    const more = (count) => `There is no room here for the plans of ${(0,lib_text/* counted */.hS)(count, 'more target')}: see ${frameAt(LEAST).pointer}.\n`;
    const comparisons = new describe/* Comparisons */.ZI();
    const ranked = byImportance(first).map((target) => {
        const names = (groups.get(targets_groupOf(target)) ?? []).map(({ name = '' }) => name);
        const part = section(target, { isApply, names, frameAt, comparisons });
        return { target, part, least: medium.size(part.render(LEAST)) };
    });
    let left = medium.limit - medium.size(more(targets.length));
    let reserved = ranked.reduce((sum, { least }) => sum + least, 0);
    const shown = new Map();
    for (const { target, part, least } of ranked) {
        reserved -= least;
        const text = fitted(part, { ...medium, limit: Math.max(left - reserved, Math.min(least, left)) });
        if (text === undefined)
            continue;
        left -= medium.size(text);
        shown.set(target, text);
    }
    const missing = first.filter((one) => !shown.has(one)).flatMap((one) => groups.get(targets_groupOf(one)) ?? []).length;
    return `${first.map((one) => shown.get(one) ?? '').join('')}${missing === 0 ? '' : more(missing)}`;
}
const LEAST = { lines: 0, diffs: 0, diffLines: 0, words: 40 };
/** Targets that fail for the same reason share a section. */
function targets_groupOf(target) {
    const { plan, reason, hint, diagnostics } = target;
    return plan === undefined ? JSON.stringify([reason, hint, diagnostics]) : target;
}
/** Of the others, the table says enough. */
function hasNews({ plan, reason, diagnostics }) {
    if (plan === undefined || reason !== undefined || diagnostics !== undefined)
        return true;
    const { changes, drift, findings, safety = [], unmanagedItems = [], base } = plan;
    const listed = [drift, findings, safety, unmanagedItems].some(({ length }) => length > 0);
    return listed || changes.some(model_plan/* isCounted */.he) || (base?.dropped ?? 0) > 0;
}
function section(target, { isApply, names, frameAt: shared, comparisons }) {
    const { kind, plan, reason, hint, removedAt, diagnostics = [] } = target;
    const frameAt = (level) => ({ ...shared(level), removedAt });
    // The page says once that the server was not read.
    const status = { kind: kind === 'offline' ? 'planned' : kind, isApply, reason, hint };
    const heading = `### ${kind === 'failed' && plan === undefined ? targets_NO_PLAN : OUTCOMES[kind].heading}: ${namesText(names)}\n\n`;
    const about = plan &&
        (isDrift(kind) ? driftPart(plan, status, frameAt) : planPart((0,render_view/* viewOf */.du)(plan, { comparisons }), { status, frameAt }));
    const mistakes = (0,render_problems/* together */.bs)(diagnostics);
    return {
        counts: [...(about?.counts ?? []), mistakes.length],
        render: (level) => {
            const frame = frameAt(level);
            const told = about?.render(level) ?? reasonText(status, frame);
            return `${heading}${told}${mistakesText(mistakes.map((one) => mistakeLine(one, frame)), frame)}`;
        },
    };
}
/** More names are counted. */
const MAX_NAMES = 10;
function namesText(names) {
    const shown = names.slice(0, MAX_NAMES).map((name) => code(name));
    const left = names.length - shown.length;
    return `${shown.join(', ')}${left > 0 ? ` and ${(0,lib_text/* withCommas */.rX)(left)} more` : ''}`;
}

// EXTERNAL MODULE: ./lib/render/received.js
var received = __webpack_require__(1725);
;// CONCATENATED MODULE: ./lib/cli/commands/plan-output.js
// What the CLI prints of a plan and of an apply: text, JSON, Markdown and HTML.




















/**
 * Without links to lines: where the repository is on the web is unknown.
 * @param notes about the targets of the project file
 */
function markdownOf(rows, notes) {
    const commit = rows.find((row) => row.commit !== undefined)?.commit;
    const status = commit === undefined ? {} : { commit: { sha: commit } };
    const isShown = rows.some(({ name, plan }) => name !== undefined || plan !== undefined);
    return isShown
        ? rowsComment(rows.map(targets_table_pageOf), { status, notes, fullPlan: { text: 'the JSON plan (`--json`)' } })
        : '';
}
/** @param removed what was applied before and is no target any more */
function planJson(rows, flags, removed) {
    return (0,render_json/* jsonRows */.GN)(rows.map((row) => membersOf(row, { pushes: pushesOf(row, flags) })), removed);
}
function applyJson(rows, flags) {
    const extras = (row) => ({ pushes: pushesOf(row, flags), outcome: row.outcome, counts: row.counts });
    return (0,render_json/* jsonRows */.GN)(rows.map((row) => membersOf(row, extras(row))));
}
function driftJson(rows) {
    const members = ({ plan, error }) => (plan ? (0,render_json/* driftMembers */.jo)((0,mask/* mask */.dK)(plan)) : error ? (0,render_json/* errorMembers */.wb)(error) : {});
    return (0,render_json/* jsonRows */.GN)(rows.map((row) => ({ name: row.name, members: members(row) })));
}
function membersOf({ name, plan, error }, extras) {
    if (error !== undefined)
        return { name, members: (0,render_json/* errorMembers */.wb)(error) };
    return { name, members: plan === undefined ? {} : (0,render_json/* planMembers */.vl)((0,mask/* mask */.dK)(plan), extras) };
}
/** Writes the plan file that is reviewed, unless a plan could not be made. */
function writePlan({ host }, { out }, { rows, digestKey }) {
    if (out === undefined || rows.some(({ error }) => error !== undefined))
        return;
    const reviewed = rows.map((row) => membersOf(row, row.plan ? { digest: (0,digest/* planDigest */.G)(row.plan, digestKey) } : {}));
    writePlanFile(out, { content: (0,render_json/* jsonRows */.GN)(reviewed), cwd: host.cwd() });
}
/** `plan.html`; of several targets `plan.shop.html`. */
function writePages({ host }, { html, repeated }, rows) {
    if (html === undefined)
        return;
    for (const { name, plan, commit, removedAt } of rows) {
        if (plan === undefined)
            continue;
        const status = commit === undefined ? {} : { status: { commit: { sha: commit } } };
        const content = htmlPlan((0,mask/* mask */.dK)(plan), { removedAt, repeated, ...status });
        writePlanFile(name === undefined ? html : fileOf(html, name), { content, cwd: host.cwd() });
    }
}
function fileOf(file, name) {
    return /\.[^./\\]*$/.test(file) ? file.replace(/(\.[^./\\]*)$/, `.${name}$1`) : `${file}.${name}`;
}
/** Prints rows as text. What several targets share is printed once. */
class Printer {
    #terminal;
    #flags;
    #isApply;
    #printed = new Set();
    constructor(terminal, flags, isApply = false) {
        this.#terminal = terminal;
        this.#flags = flags;
        this.#isApply = isApply;
    }
    /** @param isText whether the plan itself is printed, and not only what is wrong */
    plan(row, isText) {
        this.#problems(row);
        const { plan } = row;
        if (plan === undefined || !isText)
            return;
        const text = (0,render_text/* textPlan */.pW)((0,mask/* mask */.dK)(plan), { ...this.#lines(plan.target.levels), isApply: this.#isApply });
        this.#terminal.out(`${pushesText(pushesOf(row, this.#flags))}${text}`);
    }
    drift(row) {
        this.#problems(row);
        const { plan } = row;
        if (plan !== undefined && !this.#flags.json)
            this.#terminal.out((0,render_text/* textDrift */.rT)((0,mask/* mask */.dK)(plan), this.#lines(plan.target.levels)));
    }
    /** The plans of an apply, before anything is sent. JSON is one document, printed when the outcomes are known. */
    plans(rows, isAsked) {
        const isRefused = rows.some(({ plan, error }) => error !== undefined || (plan && (0,model_plan/* hasRefusals */.q5)(plan)));
        const isText = !this.#flags.json && (!this.#terminal.isQuiet || isRefused || isAsked);
        for (const row of rows)
            this.plan(row, isText);
        if (!this.#flags.json)
            this.approval(rows);
        if (isText && rows.length > 1)
            this.#terminal.out(`${planTotal(rows)}\n`);
    }
    /** How to approve all plans: nothing is sent to any target unless all are approved. A single plan says it itself. */
    approval(rows) {
        if (rows.some(({ name, plan }) => name === undefined || plan === undefined))
            return;
        const how = (0,sentences/* howToApproveAll */.wv)(rows.flatMap(({ plan }) => plan ?? []), this.#flags.repeated);
        if (how !== undefined)
            this.#terminal.out(`${(0,printable/* printable */.g$)(how)}\n\n`);
    }
    /** What is to be said about one apply besides its outcome. */
    applied(row) {
        if (!row.isAttempted)
            return;
        this.#problems(row);
        if (this.#flags.json)
            return;
        // An apply that another run began meanwhile refuses a plan that was shown without it.
        if (row.outcome === 'refused') {
            this.plan(row, true);
            this.approval([row]);
        }
        if (row.name !== undefined && row.recorded === 'local' && this.#isNew(render_text/* ONLY_HERE */.Y4))
            this.#terminal.advise(render_text/* ONLY_HERE */.Y4);
    }
    /** What became of all, after all errors. */
    outcomes(rows) {
        const [only] = rows;
        if (only !== undefined && only.name === undefined)
            this.#outcome(only);
        else
            this.#terminal.out(outcomesText(rows));
    }
    #outcome({ outcome, counts, recorded, error }) {
        if (error !== undefined)
            return;
        const text = outcome === 'unverified' ? `${(0,render_text/* unverifiedText */.zd)(counts)}\n` : (OUTCOMES[outcome].line ?? '');
        if (counts === undefined || (0,render_text/* isAsExpected */.$1)(counts))
            this.#terminal.out(text);
        else
            this.#terminal.error(`warning: ${text}`);
        this.#terminal.advise((0,render_text/* recordedText */.ih)(recorded, { isSent: outcome !== 'nothing' }));
    }
    /** Warnings and remarks; in JSON, an error is in the document. */
    #problems({ name, warnings = [], remarks = [], error }) {
        this.#diagnostics(warnings);
        for (const remark of remarks)
            this.#once(`warning: ${(0,printable/* printable */.g$)(remark)}\n`);
        if (error === undefined || this.#flags.json)
            return;
        this.#diagnostics(error.diagnostics ?? []);
        const { differs } = error;
        if (differs !== undefined)
            this.#terminal.error((0,render_text/* textDiffers */.JJ)(differs, this.#terminal));
        this.#terminal.error(`${name === undefined ? '' : `${name}: `}${(0,render_error/* textError */.M)(error, this.#terminal)}`);
    }
    #diagnostics(diagnostics) {
        const fresh = (0,apply_targets/* distinct */.dM)(diagnostics).filter((one) => this.#isNew((0,render_text/* textDiagnostics */.OF)([one], this.#terminal)));
        this.#terminal.error((0,render_text/* textDiagnostics */.OF)(fresh, this.#terminal));
    }
    #once(text) {
        if (this.#isNew(text))
            this.#terminal.error(text);
    }
    #isNew(text) {
        const isNew = !this.#printed.has(text);
        this.#printed.add(text);
        return isNew;
    }
    #lines(levels) {
        return linesFor(this.#terminal, this.#flags, levels);
    }
}
/** A line for each target. Empty if no target had anything to do: the plans said so. */
function outcomesText(rows) {
    const outcomes = rows.map(outcomeText);
    if (outcomes.every((outcome) => outcome === OUTCOMES.unchanged.words))
        return '';
    const names = rows.map(({ name = '' }) => name);
    const width = Math.max(...names.map(({ length }) => length));
    const lines = names.map((name, index) => `${name.padEnd(width)}  ${outcomes[index]}\n`);
    if (!rows.some((row) => row.isAttempted))
        lines.push('Nothing was sent to any target.\n');
    if (isPartial(rows))
        lines.push('Apply again to continue: targets that are already applied are skipped.\n');
    return lines.join('');
}
/** What is shown never changes what is planned. */
function linesFor({ color, width }, { effects, repeated, summary, receivedIn, args = [] }, levels) {
    const isNamed = args.length === 0 ? () => true : (0,secrets/* nameMatcher */.MH)(args);
    const isShown = (change) => isNamed((0,model_plan/* nameOf */.Vb)(change)) && (receivedIn === undefined || (0,received/* isReceivedIn */.Dp)(change, { context: receivedIn, levels }));
    const isFiltered = receivedIn !== undefined || args.length > 0;
    return {
        color,
        width,
        effects,
        repeated,
        ...(summary && { isSummary: true }),
        ...(isFiltered && { isShown }),
    };
}
/** Comes before the plan. */
function pushesText(pushes = []) {
    return pushes.map((push) => `${(0,render_json/* json */.Pq)(push)}\n`).join('');
}
/** The bodies that an apply would send, if they are asked for. */
function pushesOf({ plan, changeComment = '' }, { showPush }) {
    if (!showPush || plan === undefined)
        return undefined;
    const isSent = plan.changes.length > 0 && !(0,model_plan/* hasRefusals */.q5)(plan);
    return (isSent ? (0,push_batches/* phasesOf */.I$)(plan) : []).map((changes) => pushBody({ ...(0,mask/* mask */.dK)({ ...plan, changes: [...changes] }), passwordOf: () => mask/* MASK */.v5 }, changeComment));
}

// EXTERNAL MODULE: ./lib/cli/commands/terminal.js + 2 modules
var commands_terminal = __webpack_require__(248);
;// CONCATENATED MODULE: ./lib/cli/commands/handlers.js
// The CLI commands validate, plan, drift, apply, history and unlock: from flags to output.





















async function validateProject(terminal, flags) {
    const { CONFIGHUB_CONFIG, CONFIGHUB_TARGET } = terminal.env;
    const { config, target } = flags;
    const options = (0,lib_options/* resolveOptions */.$i)({ config, target }, { CONFIGHUB_CONFIG, CONFIGHUB_TARGET });
    const { targets, warnings } = await validate((0,apply_targets/* chosenTargets */.dp)(options, (0,commands_terminal/* runtime */.fA)(terminal)), (0,commands_terminal/* runtime */.fA)(terminal));
    if (flags.json) {
        const counts = targets.map(({ name, hasSources: _, ...rest }) => ({
            ...(name !== undefined && { name }),
            ...rest,
        }));
        const [only] = counts;
        terminal.out((0,render_json/* versioned */.iF)(targets[0]?.name === undefined ? { ...only, warnings } : { targets: counts, warnings }));
    }
    else {
        terminal.error((0,render_text/* textDiagnostics */.OF)(warnings, terminal));
        for (const { name, ...counts } of targets)
            terminal.advise(`${name === undefined ? '' : `${name}: `}${(0,render_text/* textValid */.yC)(counts)}`);
    }
    return errors/* EXIT */.dc.done;
}
async function showPlan(terminal, flags) {
    const options = (0,lib_options/* resolveOptions */.$i)(flags, terminal.env);
    for (const file of [flags.out, flags.html])
        checkOutput(file, terminal.host.cwd());
    const { into } = options;
    const merging = into === undefined ? undefined : await asMerged({ base: into }, options, (0,commands_terminal/* runtime */.fA)(terminal));
    const merged = merging?.runtime ?? (0,commands_terminal/* runtime */.fA)(terminal);
    const targets = (0,apply_targets/* chosenTargets */.dp)(options, merged);
    const printer = new Printer(terminal, flags);
    const isText = !flags.json && !flags.markdown;
    const rows = await planRows(targets, {
        runtime: merged,
        isStrict: flags.out !== undefined,
        show: (row) => printer.plan(row, isText),
    });
    const removed = targets[0]?.target === undefined ? [] : await removedTargets(options, merged);
    const notes = removedText(removed, options.config);
    if (flags.json)
        terminal.out(planJson(rows, flags, removed));
    else if (flags.markdown)
        terminal.out(markdownOf(rows, notes));
    else {
        for (const note of notes)
            terminal.out(`${(0,printable/* printable */.g$)(note)}\n\n`);
        printer.approval(rows);
        // The plan of a single target ends with its counts.
        if (rows.length > 1)
            terminal.out(`${planTotal(rows)}\n`);
    }
    writePlan(terminal, flags, { rows, digestKey: options.digestKey });
    writePages(terminal, flags, rows);
    if (isText && flags.html === undefined && terminal.host.stdout.isTTY && rows.some(isLong))
        terminal.advise(AS_PAGE);
    const isChanged = rows.some(({ plan }) => plan && [...plan.changes, ...plan.drift].some(model_plan/* isCounted */.he));
    return withChanges(exitStatusOf(rows), flags, isChanged);
}
function withChanges(status, { detailedExitcode }, isChanged) {
    return status === errors/* EXIT */.dc.done && detailedExitcode && isChanged ? errors/* EXIT */.dc.changes : status;
}
/** More changes than a person looks through in a terminal. */
const MANY_CHANGES = 1000;
const AS_PAGE = 'To look through these changes in a browser: confighub-sync plan --html plan.html\n';
function isLong({ plan }) {
    return plan !== undefined && plan.changes.filter(model_plan/* isCounted */.he).length > MANY_CHANGES;
}
async function showDrift(terminal, flags) {
    const options = (0,lib_options/* resolveOptions */.$i)(flags, terminal.env);
    const targets = (0,apply_targets/* chosenTargets */.dp)(options, (0,commands_terminal/* runtime */.fA)(terminal));
    const printer = new Printer(terminal, flags);
    const rows = await driftRows(targets, { runtime: (0,commands_terminal/* runtime */.fA)(terminal), show: (row) => printer.drift(row) });
    if (flags.json)
        terminal.out(driftJson(rows));
    else if (targets[0]?.target !== undefined)
        terminal.out(`${driftTotal(rows)}\n`);
    return withChanges(exitStatusOf(rows), flags, rows.some(({ plan }) => plan?.drift.some(model_plan/* isCounted */.he)));
}
async function applyProject(terminal, flags) {
    const options = (0,lib_options/* resolveOptions */.$i)(flags, terminal.env);
    const targets = (0,apply_targets/* chosenTargets */.dp)(options, (0,commands_terminal/* runtime */.fA)(terminal));
    const mustAsk = terminal.mustAsk(flags);
    const untold = terminal.tellInterrupted();
    let preparation;
    try {
        preparation = await prepareTargets(targets, (0,commands_terminal/* runtime */.fA)(terminal));
        const printer = new Printer(terminal, flags, true);
        const question = mustAsk ? await questionFor(preparation.targets, terminal) : undefined;
        printer.plans(preparation.targets.map(({ row }) => row), question !== undefined);
        const isWanted = question === undefined || (await terminal.confirm(question.text));
        const wanted = isWanted ? (question?.approved ?? preparation.targets) : preparation.targets.map(declined);
        const executing = { runtime: (0,commands_terminal/* runtime */.fA)(terminal), stop: terminal.heedStop() };
        const rows = [];
        for await (const row of executeTargets(wanted, executing)) {
            terminal.sent ||= isSent(row);
            printer.applied(row);
            rows.push(row);
        }
        if (flags.json)
            terminal.out(applyJson(rows, flags));
        else
            printer.outcomes(rows);
        return exitStatusOf(rows);
    }
    finally {
        preparation?.close();
        untold();
    }
}
/** What a person is asked before anything is sent; `undefined`: nothing is to be sent, or no answer would allow it. */
async function questionFor(targets, terminal) {
    const rows = targets.map(({ row }) => row);
    const [only, ...others] = targets;
    const plan = others.length === 0 ? only?.row.plan : undefined;
    if (rows.every(isDone) && rows.some((row) => (row.plan?.changes.length ?? 0) > 0))
        return { text: plan ? (0,render_text/* applyQuestion */.$8)(plan) : `Apply these changes to ${targets.length} targets?` };
    const approved = only && plan && (await withApproval(only, (0,commands_terminal/* runtime */.fA)(terminal)));
    return approved && { text: `Apply anyway (force: ${plan?.force})?`, approved: [approved] };
}
function declined({ row }) {
    return { row: isDone(row) ? { ...row, outcome: 'declined' } : row };
}
async function showHistory(terminal, flags) {
    const given = (0,lib_options/* resolveOptions */.$i)(flags, terminal.env);
    // The record of a target that the project file no longer names.
    const options = given.repository === undefined ? (0,apply_targets/* oneTarget */["in"])(given, (0,commands_terminal/* runtime */.fA)(terminal)) : given;
    if (flags.forget)
        return forgetRecord(terminal, flags, options);
    if (flags.move !== undefined)
        return handlers_moveRecord(terminal, { ...flags, from: flags.move }, options);
    const { entries, warnings } = await history_history(options, (0,commands_terminal/* runtime */.fA)(terminal), flags.limit);
    (0,commands_terminal/* printWarnings */.VW)(terminal, { remarks: warnings });
    terminal.out(flags.json ? (0,render_json/* versioned */.iF)({ applies: entries }) : (0,tables/* historyTable */.f1)(entries, terminal.width));
    return errors/* EXIT */.dc.done;
}
async function forgetRecord(terminal, flags, options) {
    const { projectFile, repository, removed } = await history_forget(options, (0,commands_terminal/* runtime */.fA)(terminal));
    const whose = `${(0,printable/* printable */.g$)(projectFile)} for ${(0,printable/* printable */.g$)(repository)}`;
    if (flags.json)
        terminal.out((0,render_json/* versioned */.iF)({ projectFile, removed: removed === undefined ? [] : [removed] }));
    else if (removed === undefined)
        terminal.out(`Nothing to forget: there is no record of ${whose}.\n`);
    else {
        terminal.out(`Removed the record of ${whose}. What it declared stays on the server as unmanaged items.\nTo restore the record:\n  ${removed.restore}\n`);
    }
    return errors/* EXIT */.dc.done;
}
async function handlers_moveRecord(terminal, { json, from: given }, options) {
    const { from, to } = await move(options, (0,commands_terminal/* runtime */.fA)(terminal), given);
    if (json)
        terminal.out((0,render_json/* versioned */.iF)({ from, to }));
    else
        terminal.out(`Moved the record of ${(0,printable/* printable */.g$)(from)} to ${(0,printable/* printable */.g$)(to)}.\n`);
    return errors/* EXIT */.dc.done;
}
async function unlockTarget(terminal, flags) {
    const options = (0,apply_targets/* oneTarget */["in"])((0,lib_options/* resolveOptions */.$i)(flags, terminal.env), (0,commands_terminal/* runtime */.fA)(terminal));
    const result = await unlock(options, (0,commands_terminal/* runtime */.fA)(terminal));
    const { removed } = result;
    if (flags.json) {
        const { text: _, ...details } = removed ?? { text: '' };
        terminal.out((0,render_json/* versioned */.iF)({ unlocked: removed !== undefined, ...(removed && { removed: details }) }));
    }
    else
        terminal.out((0,render_text/* unlockedText */.Ls)(result));
    return errors/* EXIT */.dc.done;
}


/***/ }),

/***/ 9611:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   bW: () => (/* binding */ HttpsProxyAgent)
/* harmony export */ });
/* unused harmony export HttpProxyAgent */
/* harmony import */ var _index_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9629);


/* unused harmony default export */ var __WEBPACK_DEFAULT_EXPORT__ = ((/* unused pure expression or super */ null && (mod)));
const HttpProxyAgent = _index_js__WEBPACK_IMPORTED_MODULE_0__.HttpProxyAgent
const HttpsProxyAgent = _index_js__WEBPACK_IMPORTED_MODULE_0__.HttpsProxyAgent


/***/ })

};
