export const id = 882;
export const ids = [882];
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

/***/ 3306:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  showRows: () => (/* binding */ showRows)
});

// EXTERNAL MODULE: ./lib/lib/text.js
var lib_text = __webpack_require__(5924);
// EXTERNAL MODULE: ./lib/model/context.js
var model_context = __webpack_require__(402);
// EXTERNAL MODULE: ./lib/model/plan.js
var plan = __webpack_require__(2774);
// EXTERNAL MODULE: ./lib/model/secrets.js
var secrets = __webpack_require__(6796);
// EXTERNAL MODULE: ./lib/plan/annotate.js
var annotate = __webpack_require__(1419);
// EXTERNAL MODULE: ./lib/plan/find-item.js
var find_item = __webpack_require__(6790);
// EXTERNAL MODULE: ./lib/semantics/effects.js
var semantics_effects = __webpack_require__(2223);
// EXTERNAL MODULE: ./lib/semantics/rendering.js
var rendering = __webpack_require__(4945);
// EXTERNAL MODULE: ./lib/semantics/resolution.js
var resolution = __webpack_require__(2811);
// EXTERNAL MODULE: ./lib/apply/project.js
var apply_project = __webpack_require__(2405);
// EXTERNAL MODULE: ./lib/errors.js
var errors = __webpack_require__(452);
// EXTERNAL MODULE: ./lib/lib/glob.js
var glob = __webpack_require__(7005);
// EXTERNAL MODULE: ./lib/model/scope.js
var model_scope = __webpack_require__(997);
;// CONCATENATED MODULE: ./lib/commands/show-patterns.js
// The names and globs that `show` is asked for: which rows they choose, and what was meant where they match none.





/** Throws one {@link CommandError} for all of them. */
function refuseBadPatterns(patterns) {
    const problems = patterns.flatMap((pattern) => {
        const problem = (0,glob/* globProblem */.AI)(pattern);
        return problem === undefined ? [] : [`The pattern \`${pattern.slice(0, 80)}\` ${problem}.`];
    });
    if (problems.length > 0)
        throw new errors/* CommandError */.Qd({ code: 'bad-option', message: problems.join('\n') });
}
/** Key names are compared without case, paths with it. None: everything is chosen. */
function chosenBy(patterns) {
    if (patterns.length === 0)
        return () => true;
    const scope = (0,model_scope/* scopeOf */.Od)({ scope: { keys: patterns, files: patterns } });
    return (item) => scope.item({ kind: item.kind === 'file' ? 'file' : 'key', name: (0,plan/* nameOf */.Vb)(item) });
}
/** Throws a {@link CommandError} that names each pattern without a match, and what is near it. */
function refuseUnmatched(patterns, { found, declared, who }) {
    const unmatched = patterns.filter((one) => !one.startsWith('!') && !found.some(chosenBy([one])));
    if (unmatched.length === 0)
        return;
    const names = [...new Set([...found, ...declared].map(plan/* nameOf */.Vb))];
    const sentences = unmatched.map((pattern) => {
        const missing = `${who} no key or file ${isGlob(pattern) ? 'that matches ' : ''}\`${pattern.slice(0, 120)}\`.`;
        const near = nearTo(pattern, names);
        if (declared.some(chosenBy([pattern])))
            return `${missing} The files declare it: \`confighub-sync show ${typed(pattern)}\` lists its contexts.`;
        return near === undefined ? missing : `${missing} Did you mean \`${near}\`?`;
    });
    throw new errors/* CommandError */.Qd({ code: 'no-match', message: sentences.join('\n') });
}
/** As in a shell. */
function typed(pattern) {
    return isGlob(pattern) ? `'${pattern}'` : pattern;
}
function itemsIn({ items }) {
    return [...items.values()].map(({ kind, name }) => kind === 'key' ? { kind: 'value', key: name } : { kind, path: name });
}
function isGlob(pattern) {
    return /[*?[{]/.test(pattern);
}
/** The nearest name. Of a glob, the parts before its first wildcard are compared with the beginnings of names. */
function nearTo(pattern, names) {
    // Paths are given with their folder.
    if (!isGlob(pattern))
        return names.find((name) => name.endsWith(`/${pattern}`)) ?? (0,lib_text/* nearest */.pA)(pattern, names);
    const [plain = ''] = pattern.split(/[*?[{]/);
    const start = plain.slice(0, Math.max(plain.lastIndexOf('.'), plain.lastIndexOf('/')));
    const count = start.split(/[./]/).length;
    const beginnings = names.map((name) => name
        .split(/(?=[./])/)
        .slice(0, count)
        .join(''));
    const near = (0,lib_text/* nearest */.pA)(start, new Set(beginnings));
    return near === undefined ? undefined : `${near}${pattern.slice(start.length)}`;
}

// EXTERNAL MODULE: ./lib/model/server-reads.js
var server_reads = __webpack_require__(6626);
// EXTERNAL MODULE: ./lib/model/state.js
var model_state = __webpack_require__(6616);
// EXTERNAL MODULE: ./lib/plan/normalize.js
var normalize = __webpack_require__(8612);
// EXTERNAL MODULE: ./lib/remote/pulled-state.js
var pulled_state = __webpack_require__(5846);
// EXTERNAL MODULE: ./lib/remote/read-live.js
var read_live = __webpack_require__(7139);
// EXTERNAL MODULE: ./lib/apply/baseline.js
var apply_baseline = __webpack_require__(2001);
// EXTERNAL MODULE: ./lib/apply/connect.js + 4 modules
var connect = __webpack_require__(8630);
// EXTERNAL MODULE: ./lib/apply/inspect.js
var inspect = __webpack_require__(3040);
// EXTERNAL MODULE: ./lib/apply/live.js
var apply_live = __webpack_require__(2056);
// EXTERNAL MODULE: ./lib/apply/secret-sources.js + 1 modules
var secret_sources = __webpack_require__(3662);
// EXTERNAL MODULE: ./lib/commands/show-context.js
var show_context = __webpack_require__(3287);
;// CONCATENATED MODULE: ./lib/commands/show-sides.js
// What `show` reads: the rows that the files declare, or those of the server, with all that tells what is secret.















/** Checks the context, if there is one. */
function askedFor(context, known) {
    const elements = context === undefined ? undefined : (0,show_context/* parseContext */.DO)(context, known);
    const count = known.depth ?? elements?.length ?? 1;
    const levels = known.levels ?? Array.from({ length: count }, (_, i) => `level ${i + 1}`);
    if (elements === undefined)
        return { levels, remarks: [] };
    return { levels, elements, remarks: (0,show_context/* doubtfulElements */.Vk)(elements, known) };
}
function filesSide({ project, state, depth }, context) {
    const count = project.levels?.length ?? depth?.levels;
    const known = { levels: project.levels, depth: count, elements: (0,show_context/* elementsIn */.px)(state, count ?? 1) };
    const { prune, scope, redact } = project;
    return {
        source: 'files',
        who: 'The files have',
        ...askedFor(context, known),
        groups: [],
        state: (0,normalize/* complete */.M)(state, (0,model_state/* emptyState */.p$)(), inspect/* USUAL_SETTINGS */.Fb),
        untold: [],
        marks: {
            desired: state,
            live: (0,model_state/* emptyState */.p$)(),
            applied: {},
            policy: { prune, scope },
            secrets: { isSecretName: (0,secrets/* secretNames */.XG)(redact) },
        },
    };
}
/** Throws {@link CommandError} if the server cannot be read. */
function liveSide(project, { context, options, runtime }) {
    const use = async (server) => {
        const { levels, elements } = server.inspection;
        const known = { levels, depth: levels.length, elements: elements ?? (0,show_context/* elementsIn */.px)(project.state, levels.length) };
        const asked = askedFor(context, known);
        const baseline = await (0,apply_baseline/* readBaseline */.mF)(project, { target: server.target, options });
        const { note, secrets } = await (0,secret_sources/* masksOf */.JF)({ project, options, runtime, baseline });
        const from = { project, options, runtime, server, baseline };
        const read = asked.elements === undefined ? await readAll(from) : await readContext(from, asked.elements);
        const { scope } = project.project;
        const prune = options.prune ?? project.project.prune;
        return {
            source: 'live',
            target: server.target,
            ...asked,
            ...read,
            marks: {
                desired: project.state,
                live: read.state,
                applied: (0,apply_baseline/* appliedIn */.Xv)(baseline),
                policy: { prune, scope },
                secrets,
            },
            remarks: [...baseline.warnings, ...(note === undefined ? [] : [note]), ...asked.remarks, ...read.remarks],
        };
    };
    return (0,connect/* withServer */.eH)(project, { options, runtime, use });
}
const BY_TOKEN = 'The server was read by token: rows in contexts that the files do not name are not seen.';
/** By the export, or else by token in the declared contexts. */
async function readAll({ project, options, runtime, server, baseline }) {
    const { reader, target, inspection } = server;
    const pulls = (0,apply_live/* pullsFor */._)({ reader, options, runtime, target, project }, inspection);
    const live = await (0,apply_live/* liveOf */.Q)(await (0,read_live/* readExport */.Jb)(reader, target.repository), {
        ...(options.token !== undefined && { pulls: () => (0,read_live/* readByPulls */.g7)(pulls, (0,apply_baseline/* toPull */.Vl)(baseline, project.state)) }),
    });
    if (live.source === 'none')
        throw new errors/* CommandError */.Qd({
            code: 'no-export',
            message: `The server does not offer to read its rows (${(0,server_reads/* missingText */.qq)(live.missing)}).`,
            ...(options.token === undefined && {
                hint: 'Provide a token (CONFIGHUB_TOKEN), or allow reading without a token in the repository settings.',
            }),
        });
    const isWhole = live.source === 'export';
    return {
        who: isWhole ? 'The server has' : 'As far as it can be read by token, the server has',
        groups: [],
        state: unsealed(live.state, project),
        untold: [],
        remarks: isWhole ? [] : [BY_TOKEN],
    };
}
function unsealed(state, { state: desired, passwords }) {
    return (0,normalize/* decrypted */.J)(state, { desired, passwordOf: passwords.of });
}
/** As the server answers an application. */
async function readContext(from, elements) {
    const { project, runtime, server, baseline } = from;
    const { reader, target, inspection } = server;
    const pull = await (0,read_live/* pullContext */.Ry)({ reader, repository: target.repository, elements: inspection.elements, now: runtime.now() }, elements.join(';'));
    const known = (0,apply_baseline/* toPull */.Vl)(baseline, project.state);
    const items = (0,pulled_state/* pulledKeys */.nW)(pull, known);
    const groups = revealedGroups(pull, { elements, levels: inspection.levels });
    const untold = addPulledFiles({ items }, pull, { from, elements, groups });
    const state = unsealed({ items }, project);
    return { who: 'The server has', groups, state, untold, remarks: pull.files === undefined ? [NO_FILES] : [] };
}
const NO_FILES = 'The server cannot render the files of this context: only keys are shown.';
/**
 * A pull shows neither the row of a file nor its content before placeholders are replaced: both are those that the files
 * declare, if what wins there renders to the same text. Returns the paths of the other files.
 */
function addPulledFiles(state, pull, { from, elements, groups }) {
    const { levels, files: listed } = from.server.inspection;
    const declared = (0,normalize/* complete */.M)(from.project.state, (0,model_state/* emptyState */.p$)(), inspect/* USUAL_SETTINGS */.Fb);
    const winners = (0,rendering/* winnersOf */.AY)(declared, { weigh: (0,resolution/* weigher */.qM)(elements, (0,resolution/* indexGroups */.f2)(levels, groups)), depth: levels.length });
    const compare = (0,pulled_state/* comparerOf */.$g)(pull);
    const untold = [];
    for (const path of pull.files?.keys() ?? []) {
        const row = winners.get((0,model_state/* fileId */.qp)(path))?.row;
        if (row === undefined || row.unknown || compare(path, row.text ?? '') !== 'same') {
            untold.push(path);
            continue;
        }
        const securityGroup = listed.get(path)?.securityGroup ?? row.securityGroup;
        (0,model_state/* addFileRow */.Q4)(state, path, { ...row, ...(securityGroup !== undefined && { securityGroup }) });
    }
    return untold;
}
/**
 * The groups of elements that an answer reveals: a row that names neither the asked element nor `*` names a group of it.
 * The server does not list the members of groups.
 */
function revealedGroups({ values }, { elements, levels }) {
    const groups = new Map();
    for (const { context } of values) {
        for (const [at, name] of context.split(';').entries()) {
            const [level, member = '*'] = [levels[at], elements[at]];
            if (level === undefined || name === '*' || name.toLowerCase() === member.toLowerCase())
                continue;
            groups.set(`${at} ${name.toLowerCase()}`, { level, name, members: [member] });
        }
    }
    return [...groups.values()];
}

;// CONCATENATED MODULE: ./lib/commands/show.js
// show: the rows of keys and files, or what an application receives in one context, from the files or from the server.












/** From the files it needs no server and no token. Throws {@link CommandError}, also for a pattern that matches nothing. */
async function show(request, options, runtime) {
    refuseBadPatterns(request.patterns);
    // What the environment does not tell is shown as unknown.
    const project = await (0,apply_project/* openProject */.U8)(options, { runtime, missingEnv: 'warning' });
    const side = request.live
        ? await liveSide(project, { context: request.context, options, runtime })
        : filesSide(project, request.context);
    const found = side.elements === undefined ? allRows(side) : receivedRows(side, side.elements);
    const who = side.elements === undefined ? side.who : `${side.elements.join(';')} receives`;
    const items = found.map(({ change }) => change);
    refuseUnmatched(request.patterns, { found: items, declared: itemsIn(project.state), who });
    const isChosen = chosenBy(request.patterns);
    const rows = marked(found.filter(({ change }) => isChosen(change)), side);
    if (request.live)
        reportSecrets(rows, runtime.onSecret);
    const { source, elements, target, remarks } = side;
    const shown = { source, ...(elements && { context: elements.join(';') }), ...(target && { target }), rows };
    return { shown, warnings: (0,apply_project/* withoutMissingEnv */.QH)(project.diagnostics), remarks };
}
/** The rows that win in a context. */
function receivedRows(side, elements) {
    const { state, groups, levels, untold } = side;
    const weigh = (0,resolution/* weigher */.qM)(elements, (0,resolution/* indexGroups */.f2)(levels, groups));
    const winners = [...(0,rendering/* winnersOf */.AY)(state, { weigh, depth: levels.length }).values()];
    return sorted([
        ...winners.map(({ item, row }) => shownRow(item, { ...row, text: (0,rendering/* receivedText */.Rq)(item.vdt, row.text) }, side)),
        ...untold.map((path) => ({ change: { kind: 'file', action: 'create', path, context: '*' } })),
    ]);
}
/** Every row, with the contexts in which it wins. */
function allRows(side) {
    const { state, levels } = side;
    const items = [...state.items.values()].map((item) => item.absent ? [absentKey(item, side)] : [...item.rows.values()].map((row) => shownRow(item, row, side)));
    const groups = (0,resolution/* indexGroups */.f2)(levels, []);
    const weight = ({ change }) => (0,resolution/* weightOf */.mm)(change.context, groups);
    const ordered = items.map((rows) => withReceived(rows, levels).sort((a, b) => weight(b) - weight(a) || (0,model_context/* compareContexts */.wn)(a.change.context, b.change.context)));
    return sorted(ordered.flat());
}
/** Keys before files, by name. */
function sorted(rows) {
    const sortable = rows.map((row) => ({ row, name: (0,plan/* nameOf */.Vb)(row.change) }));
    return sortable
        .sort((a, b) => {
        const kinds = Number(a.row.change.kind === 'file') - Number(b.row.change.kind === 'file');
        return kinds || (0,lib_text/* compareText */.n6)(a.name.toLowerCase(), b.name.toLowerCase()) || (0,lib_text/* compareText */.n6)(a.name, b.name);
    })
        .map(({ row }) => row);
}
function shownRow(item, row, { levels }) {
    const { vdt = 'Text' } = item;
    const { text, variable, absent, unknown } = row;
    const context = (0,model_context/* fullContext */.NH)(row.context, levels.length);
    const change = {
        ...(0,find_item/* rowName */._k)(item, context),
        action: 'create',
        ...(item.kind === 'key' && { vdt }),
        ...(!absent && !unknown && { after: text }),
    };
    return {
        change,
        context,
        ...(unknown && variable !== undefined && { unset: (0,secrets/* shownVariable */.kY)(variable) }),
        ...(absent && { absent }),
    };
}
/** A key that must not exist has no value in any context. */
function absentKey(key, side) {
    return shownRow(key, { context: '*', text: null, absent: true }, side);
}
function withReceived(rows, levels) {
    const after = rows.filter(({ absent }) => !absent).map((row) => ({ context: row.change.context, row }));
    const effects = (0,semantics_effects/* effectsOf */.w)({ before: [], after, groups: (0,resolution/* indexGroups */.f2)(levels, []), same: () => false });
    if (effects === undefined)
        return [...rows];
    const patternsOf = (row) => effects.filter((one) => one.after?.row === row).map(({ contexts }) => contexts);
    return rows.map((row) => (row.absent ? row : { ...row, received: patternsOf(row) }));
}
/** With the line that declares each row, and marks of what is secret. */
function marked(rows, { source, marks }) {
    const changes = (0,annotate/* annotated */.d)(rows.map(({ change }) => change), { ...marks, isTheirs: source === 'live' });
    return rows.map((row, i) => {
        const change = changes[i];
        const isUntold = row.context === undefined;
        return isUntold || change === undefined || change.kind === 'key' ? row : { ...row, change };
    });
}
/** Secrets on the server may be in use: they are masked in every later line. */
function reportSecrets(rows, onSecret) {
    for (const { change } of rows.filter(({ change }) => (0,plan/* holdsSecret */.hK)(change))) {
        for (const text of change.secrets?.texts ?? [])
            onSecret?.(text);
        if (change.secret && change.after)
            onSecret?.(change.after);
    }
}

// EXTERNAL MODULE: ./lib/apply/targets.js
var targets = __webpack_require__(4758);
// EXTERNAL MODULE: ./lib/options.js
var lib_options = __webpack_require__(1097);
// EXTERNAL MODULE: ./node_modules/picocolors/picocolors.js
var picocolors = __webpack_require__(7336);
// EXTERNAL MODULE: ./lib/render/columns.js
var render_columns = __webpack_require__(115);
// EXTERNAL MODULE: ./lib/render/file-diff.js
var file_diff = __webpack_require__(458);
// EXTERNAL MODULE: ./lib/render/json.js
var json = __webpack_require__(7544);
// EXTERNAL MODULE: ./lib/render/mask.js
var mask = __webpack_require__(5962);
// EXTERNAL MODULE: ./lib/render/printable.js
var printable = __webpack_require__(1543);
;// CONCATENATED MODULE: ./lib/render/show.js
// Rows of keys and files without their secrets, as a table for a terminal and as JSON.









function maskShown({ rows, ...shown }) {
    const hidden = rows.map((row) => {
        const change = (0,mask/* maskTexts */.X)(row.change);
        return { ...row, change, isMasked: change.secret === true || change.after !== row.change.after };
    });
    return { ...shown, rows: hidden };
}
/** One line for each item that an application receives, or each item with its rows. */
function textShown(shown, { color, width = printable/* DEFAULT_WIDTH */.jz }) {
    const { context, rows } = shown;
    const colors = picocolors.createColors(color);
    const isOfOne = context !== undefined;
    const title = isOfOne ? headOf(shown) : rows.length === 0 ? 'There are no keys or files.' : undefined;
    const lines = rows.map((row) => lineOf(row, { isOfOne, source: shown.source }));
    const heads = isOfOne
        ? { name: 'name', value: 'value', from: 'from' }
        : { name: 'context', value: 'value', from: 'received in' };
    const table = rows.length === 0 ? [] : tableLines(lines, { heads, colors, width });
    return `${[...(title === undefined ? [] : [title, ...(rows.length === 0 ? [] : [''])]), ...table].join('\n')}\n`;
}
/** `The files give Production;Billing 5 keys and 1 file:`. */
function headOf({ context, target, rows }) {
    const files = rows.filter(({ change }) => change.kind === 'file').length;
    const keys = rows.length - files;
    const counts = [...(keys > 0 ? [(0,lib_text/* counted */.hS)(keys, 'key')] : []), ...(files > 0 ? [(0,lib_text/* counted */.hS)(files, 'file')] : [])];
    const who = target === undefined
        ? 'The files give'
        : `${target.repository.account}/${target.repository.name} at ${target.url} gives`;
    return (0,printable/* printable */.g$)(`${who} ${context} ${counts.join(' and ') || 'nothing'}${rows.length > 0 ? ':' : '.'}`);
}
function lineOf(row, { isOfOne, source }) {
    const { change, context, received } = row;
    const { place } = change;
    const undeclared = source === 'live' && context !== undefined ? 'not in the files' : '';
    return {
        title: isOfOne ? undefined : titleOf(row),
        name: (0,printable/* printable */.g$)(isOfOne ? (0,plan/* nameOf */.Vb)(change) : `  ${context}`),
        ...textOf(row),
        from: (0,printable/* printable */.g$)((isOfOne ? context : received && receivedIn(received)) ?? ''),
        place: place === undefined ? undeclared : (0,printable/* printable */.g$)(`${place.file}:${place.line}`),
    };
}
function titleOf({ change }) {
    const type = change.kind === 'value' && change.vdt !== 'Text' ? `  ${change.vdt}` : '';
    return (0,printable/* printable */.g$)(`${(0,plan/* nameOf */.Vb)(change)}${type}`);
}
function receivedIn(patterns) {
    if (patterns.length === 0)
        return 'no application';
    return patterns.map(model_context/* patternText */.U).join(patterns.some(({ except }) => except.length > 0) ? ' and in ' : ', ');
}
function textOf({ change, context, unset, absent }) {
    if (absent)
        return { text: '(must not exist)', isPlain: true };
    if (change.secret)
        return { text: (0,mask/* hiddenText */.CZ)(unset), isPlain: true };
    if (change.after === undefined)
        return { text: context === undefined ? '(not told by the server)' : '(not known)', isPlain: true };
    if (change.kind === 'file')
        return { text: (0,file_diff/* lineCount */.IC)(change.after), isPlain: true };
    return { text: change.after, isPlain: false };
}
/** Longer names and contexts do not affect the alignment of other lines. Parts of the width. */
const MAX_NAME = 0.37;
const MAX_FROM = 0.27;
const MAX_PLACE = 0.3;
/** With less room for values, contexts and places have a line of their own below the name and the value. */
const LEAST_TEXT = 24;
const GAP = '  ';
const INDENT = ' '.repeat(6);
function tableLines(lines, { heads, colors, width }) {
    const nameWidth = (0,render_columns/* widest */.D3)([heads.name, ...lines.map(({ name }) => name)], width * MAX_NAME);
    const fromWidth = (0,render_columns/* widest */.D3)([heads.from, ...lines.map(({ from }) => from)], width * MAX_FROM);
    const placeWidth = (0,render_columns/* widest */.D3)([DECLARED, ...lines.map(({ place }) => place)], width * MAX_PLACE);
    const room = width - nameWidth - fromWidth - placeWidth - 3 * GAP.length;
    const wanted = lines.reduce((most, line) => Math.max(most, (0,render_columns/* widthOf */.qz)(valueText(line, width))), heads.value.length);
    const isWide = room >= Math.min(LEAST_TEXT, wanted);
    const beside = isWide ? GAP.length + fromWidth + GAP.length + placeWidth : 0;
    const valueWidth = isWide ? Math.min(room, wanted) : 0;
    const laidOut = (name, value, end) => {
        const start = `${(0,render_columns/* padded */.jC)(name, nameWidth)}${GAP}${(0,render_columns/* padded */.jC)(value, valueWidth)}`;
        const isFitting = isWide && (0,render_columns/* widthOf */.qz)(start) + GAP.length + (0,render_columns/* widthOf */.qz)(end) <= width;
        if (end === '')
            return [start.trimEnd()];
        return isFitting
            ? [`${start}${GAP}${colors.dim(end)}`.trimEnd()]
            : [start.trimEnd(), colors.dim(`${INDENT}${end}`)];
    };
    const endOf = (from, place) => `${isWide ? (0,render_columns/* padded */.jC)(from, fromWidth) : from}${GAP}${place}`.trimEnd();
    const head = laidOut(heads.name, heads.value, endOf(heads.from, DECLARED));
    let above;
    return [
        ...head.map((line) => colors.dim(line)),
        ...lines.flatMap((line) => {
            const title = line.title === undefined || line.title === above ? [] : ['', colors.bold(line.title)];
            above = line.title;
            const left = width - (0,render_columns/* widthOf */.qz)((0,render_columns/* padded */.jC)(line.name, nameWidth)) - GAP.length - beside;
            const value = valueText(line, Math.max(left, LEAST_TEXT));
            return [...title, ...laidOut(line.name, value, endOf(line.from, line.place))];
        }),
    ];
}
const DECLARED = 'declared in';
function valueText({ text, isPlain }, columns) {
    return isPlain ? (0,printable/* printable */.g$)(text ?? '') : (0,render_columns/* quotedWithin */.gI)(text, columns);
}
function jsonShown({ context, source, target, rows }) {
    const ofKind = (kind) => rows.filter(({ change }) => change.kind === kind).map(rowJson);
    return (0,json/* versioned */.iF)({
        context,
        from: source,
        target: target && { url: target.url, ...target.repository },
        keys: ofKind('value'),
        files: ofKind('file'),
    });
}
function rowJson({ change, context, unset, absent, received, isMasked }) {
    const text = change.secret ? mask/* MASK */.v5 : change.after;
    return {
        ...(change.kind === 'file' ? { path: change.path } : { key: change.key, vdt: change.vdt }),
        context,
        ...(!absent && { [change.kind === 'file' ? 'content' : 'value']: text }),
        ...(isMasked && { secret: true }),
        unset,
        absent,
        place: change.place,
        received: received?.map(({ elements, except }) => ({ elements, except })),
    };
}

// EXTERNAL MODULE: ./lib/cli/commands/terminal.js + 2 modules
var commands_terminal = __webpack_require__(248);
;// CONCATENATED MODULE: ./lib/cli/commands/show.js
// The CLI command show: from flags to output.






async function showRows(terminal, flags) {
    const { args: patterns = [], context, live = false } = flags;
    const options = (0,targets/* oneTarget */["in"])((0,lib_options/* resolveOptions */.$i)(flags, terminal.env), (0,commands_terminal/* runtime */.fA)(terminal));
    const { shown, ...noted } = await show({ patterns, context, live }, options, (0,commands_terminal/* runtime */.fA)(terminal));
    (0,commands_terminal/* printWarnings */.VW)(terminal, noted);
    const masked = maskShown(shown);
    terminal.out(flags.json ? jsonShown(masked) : textShown(masked, terminal));
    return errors/* EXIT */.dc.done;
}


/***/ }),

/***/ 3287:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   DO: () => (/* binding */ parseContext),
/* harmony export */   Vk: () => (/* binding */ doubtfulElements),
/* harmony export */   px: () => (/* binding */ elementsIn)
/* harmony export */ });
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(452);
/* harmony import */ var _lib_text_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5924);
/* harmony import */ var _model_context_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(402);
/* harmony import */ var _model_state_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6616);
// The context that `show` is asked for: one element for each level, and names that look like typing errors.




/**
 * The elements of the context, one for each level. Like the server, accepts `*`, which stands for an element that no row
 * names, and names that do not exist. Throws a {@link CommandError} that names the levels.
 */
function parseContext(text, known) {
    const { levels, depth } = known;
    const hint = `Pass one element for each level${levels ? ` (${levels.join(';')})` : ''}, such as --context "${exampleOf(known)}". \`*\` is any element without values of its own.`;
    const fail = (message) => new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Qd({ code: 'bad-context', message, hint });
    if (text.trim() === '')
        throw fail('No context is given.');
    const elements = (0,_model_context_js__WEBPACK_IMPORTED_MODULE_2__/* .elementsOf */ .ZE)(text);
    const problems = elements.flatMap((element, level) => elementProblem(element, levels?.[level] ?? `level ${level + 1}`));
    const expected = depth ?? elements.length;
    if (elements.length !== expected)
        problems.unshift(countProblem(elements.length, { expected, levels }));
    else if (expected > _model_context_js__WEBPACK_IMPORTED_MODULE_2__/* .MAX_LEVELS */ .DD)
        problems.unshift(`A context has at most ${_model_context_js__WEBPACK_IMPORTED_MODULE_2__/* .MAX_LEVELS */ .DD} elements.`);
    if (problems.length > 0)
        throw fail(problems.join('\n'));
    return elements;
}
function countProblem(count, { expected, levels }) {
    const message = `The context has ${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_1__/* .counted */ .hS)(count, 'element')}, but there are ${(0,_lib_text_js__WEBPACK_IMPORTED_MODULE_1__/* .counted */ .hS)(expected, 'level')}`;
    const missing = levels?.slice(count) ?? [];
    return missing.length === 0
        ? `${message}.`
        : `${message}: ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing.`;
}
function elementProblem(element, level) {
    if (element === '*')
        return [];
    if (element === '')
        return [`The element for ${level} is empty.`];
    if (element.length <= _model_context_js__WEBPACK_IMPORTED_MODULE_2__/* .ELEMENT_NAME_MAX */ .cc && _model_context_js__WEBPACK_IMPORTED_MODULE_2__/* .ELEMENT_NAME */ .Hi.test(element))
        return [];
    return [`\`${element.slice(0, 80)}\` (${level}) is not a valid context element.`];
}
/** `Production;Billing`: of each level the first element, else the name of the level. */
function exampleOf({ levels, depth, elements }) {
    if (depth === undefined)
        return 'Production;Billing';
    const names = Array.from({ length: depth }, (_, level) => {
        const [first] = [...(elements[level]?.values() ?? [])].sort();
        return first ?? levels?.[level] ?? '*';
    });
    return names.join(';');
}
/** A sentence for each element that nothing names, but that resembles one: probably a typing error. */
function doubtfulElements(request, { levels, elements }) {
    return request.flatMap((element, level) => {
        const known = elements[level];
        if (element === '*' || known === undefined || known.has(element.toLowerCase()))
            return [];
        const near = (0,_lib_text_js__WEBPACK_IMPORTED_MODULE_1__/* .nearest */ .pA)(element, known.values());
        const where = levels?.[level] === undefined ? '' : ` (${levels[level]})`;
        return near === undefined ? [] : [`No value or file names \`${element}\`${where}. Did you mean \`${near}\`?`];
    });
}
/** The elements that the rows of a state name, for each level. */
function elementsIn(state, depth) {
    const elements = Array.from({ length: depth }, () => new Map());
    for (const { row } of (0,_model_state_js__WEBPACK_IMPORTED_MODULE_3__/* .rowsIn */ .Nn)(state)) {
        for (const [level, element] of (0,_model_context_js__WEBPACK_IMPORTED_MODULE_2__/* .elementsOf */ .ZE)(row.context).entries())
            if (element !== '*')
                elements[level]?.set(element.toLowerCase(), element);
    }
    return elements;
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
