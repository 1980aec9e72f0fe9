export const id = 236;
export const ids = [236];
export const modules = {

/***/ 9236:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  initProject: () => (/* binding */ initProject)
});

// EXTERNAL MODULE: ./lib/commands/info.js
var info = __webpack_require__(5260);
// EXTERNAL MODULE: ./lib/commands/init.js
var init = __webpack_require__(1230);
// EXTERNAL MODULE: ./lib/apply/project.js
var apply_project = __webpack_require__(2405);
// EXTERNAL MODULE: ./lib/documents/find-documents.js
var find_documents = __webpack_require__(296);
// EXTERNAL MODULE: ./lib/documents/load-project.js + 5 modules
var load_project = __webpack_require__(7937);
// EXTERNAL MODULE: ./lib/documents/source-path.js
var source_path = __webpack_require__(3365);
// EXTERNAL MODULE: ./lib/documents/work-tree-files.js
var work_tree_files = __webpack_require__(3464);
// EXTERNAL MODULE: ./lib/errors.js
var errors = __webpack_require__(452);
// EXTERNAL MODULE: ./lib/lib/collections.js
var collections = __webpack_require__(4390);
// EXTERNAL MODULE: ./lib/lib/text.js
var lib_text = __webpack_require__(5924);
// EXTERNAL MODULE: ./lib/model/context.js
var model_context = __webpack_require__(402);
// EXTERNAL MODULE: ./lib/model/project.js
var model_project = __webpack_require__(7404);
// EXTERNAL MODULE: ./lib/model/state.js
var model_state = __webpack_require__(6616);
// EXTERNAL MODULE: ./lib/commands/show-context.js
var show_context = __webpack_require__(3287);
;// CONCATENATED MODULE: ./lib/commands/source-preview.js
// How the files of new sources would be read: their contexts, what collides, and what looks like configuration besides.












/**
 * Reads them as a project with this project file would. Writes nothing. Throws {@link CommandError} for a path without
 * files.
 * @param known the elements of the server; absent: it does not tell
 */
function previewSources(config, given, { cwd, known }) {
    const { files: tree, name } = (0,work_tree_files/* folderOf */.yS)(config, cwd);
    refusePaths(given, (path) => tree.list((0,source_path/* globsOf */.p_)({ path, exclude: [] })).paths.length === 0);
    const load = (project) => {
        const bytes = Buffer.from((0,init/* projectFile */.g)({ ...project, hasDocuments: false }));
        const read = (path) => (path === name ? { bytes } : tree.read(path));
        return (0,load_project/* loadProject */.gi)({ ...tree, read }, { env: 'unknown', missingEnv: 'warning', projectFile: name });
    };
    const depth = given.levels?.length ?? 1;
    const elements = namedShorter((0,show_context/* elementsIn */.px)(load(given).state, depth), known);
    const project = { ...given, elements };
    const loaded = load(project);
    const { state, files, diagnostics } = loaded;
    const mistakes = diagnostics.filter(({ code }) => code !== 'no-documents');
    const isRead = (path) => path === name || files.has(path);
    const unread = (0,find_documents/* configurationFiles */.K0)({ ...loaded.project, include: [model_project/* DEFAULT_INCLUDE */.Zy] }, tree);
    const byFile = (0,collections/* grouped */.z)((0,model_state/* rowsOf */.RO)((0,model_state/* keysIn */.q7)(state)), ({ place }) => place?.file ?? '');
    const paths = [...files.keys()].filter((path) => path !== name).sort(lib_text/* compareText */.n6);
    return {
        files: paths.map((path) => {
            const own = byFile.get(tree.display(path)) ?? [];
            const contexts = [...new Set(own.map(({ context }) => (0,model_context/* fullContext */.NH)(context, depth)))].sort(model_context/* compareContexts */.wn);
            return { path: tree.display(path), contexts, values: own.length };
        }),
        keys: (0,model_state/* keysIn */.q7)(state).length,
        levels: levelsOf(given.levels ?? [], { found: (0,show_context/* elementsIn */.px)(state, depth), elements, known }),
        diagnostics: [
            // That nothing is declared follows from other mistakes.
            ...(mistakes.some(({ severity }) => severity === 'error') ? mistakes : diagnostics),
            ...(0,find_documents/* unreadWarning */.ki)(unread.filter((path) => !isRead(path)), { display: tree.display, sources: loaded.project.sources }),
        ],
        project: { ...project, hasDocuments: tree.list([model_project/* DEFAULT_INCLUDE */.Zy]).paths.every(isRead) },
    };
}
/** Elements that the server has under one longer name: `prod` for `Production`. */
function namedShorter(found, known) {
    const names = found.flatMap((level, i) => {
        const there = known?.[i];
        return [...level].flatMap(([id, name]) => {
            const longer = [...(there ?? [])].filter(([other]) => other.startsWith(id));
            const [only, second] = longer;
            return there?.has(id) || only === undefined || second !== undefined ? [] : [[name, only[1]]];
        });
    });
    return new Map(names);
}
function levelsOf(levels, { found, elements, known }) {
    const inPaths = new Map([...elements].map(([from, to]) => [to, from]));
    return levels.map((level, i) => {
        const there = known?.[i] ?? new Map();
        const names = [...(found[i] ?? [])].sort(([a], [b]) => (0,lib_text/* compareText */.n6)(a, b));
        return {
            name: level,
            elements: names.map(([id, name]) => {
                const from = inPaths.get(name);
                const isNew = there.size > 0 && !there.has(id);
                return { name, ...(from !== undefined && { inPaths: from }), ...(isNew && { isNew }) };
            }),
        };
    });
}
function refusePaths({ sources = [], levels }, isEmpty) {
    const named = sources.filter((path) => (0,source_path/* levelsIn */.XL)(path).length > 0);
    if (levels === undefined && named.length > 0)
        throw new errors/* CommandError */.Qd({
            code: 'bad-option',
            message: `\`${named[0]}\` names a level, and the levels are not known.`,
            hint: 'Pass those of the server, broadest first: --levels Environment,Application.',
        });
    const unmatched = sources.filter(isEmpty);
    if (unmatched.length > 0)
        throw new errors/* CommandError */.Qd({
            code: 'no-documents',
            message: unmatched.map((path) => `No file matches \`${path}\`.`).join('\n'),
            hint: 'Paths are relative to this folder. Put them in quotes, so that the shell leaves them alone.',
        });
}

// EXTERNAL MODULE: ./lib/model/targets.js
var model_targets = __webpack_require__(3155);
;// CONCATENATED MODULE: ./lib/commands/workflows.js
// The workflows that init writes: one plans pull requests, the other one applies what is merged.






/** What stands for the action until its address is known. */
const ACTION = '<owner>/confighub-sync@<commit>';
/** A full commit id: a tag or a branch can be moved, and the action gets the token. */
const PINNED = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/;
/** Throws {@link CommandError} for an action that is not pinned to a commit. */
function checkAction(action) {
    if (PINNED.test(action))
        return action;
    throw new errors/* CommandError */.Qd({
        code: 'bad-option',
        message: 'Invalid action: expected its repository and a full commit id, as in owner/confighub-sync@<40 digits>.',
        hint: '`git rev-parse HEAD` in the clone of the action prints the commit id.',
    });
}
/** Throws {@link CommandError} below the top of a Git repository, where no forge would find the files. */
async function newWorkflows(options, { action = ACTION }, runtime) {
    const git = await (0,apply_project/* openAround */.Co)(options.config, runtime).catch(apply_project/* withoutGit */.nz);
    if (git !== undefined && git.folder !== '')
        throw new errors/* CommandError */.Qd({
            code: 'bad-option',
            message: 'Workflows belong to the top folder of the Git repository; nothing was written.',
            hint: 'Copy them from README.md to .github/workflows there, and set the input `config`.',
        });
    const targets = ((0,apply_project/* readProjectFile */.SI)(options, runtime).targets ?? []).map(({ name }) => name);
    const projects = targets.length === 0 ? [options] : targets.map((target) => ({ ...options, target }));
    const variables = [...targets.map(model_targets/* tokenVariable */.Sj), ...(await variablesOf(projects, runtime))];
    return Object.entries(WORKFLOWS).map(([name, text]) => ({
        path: `.github/workflows/${name}`,
        content: filled(text, { action, config: options.config, variables }),
    }));
}
/** The variables that the documents name, sorted. None where there is no project yet. */
async function variablesOf(projects, runtime) {
    const found = new Set();
    for (const options of projects) {
        if (!(0,apply_project/* hasProjectFile */.k8)(options, runtime))
            continue;
        const opening = { runtime, missingEnv: 'warning', outcome: 'nothing was written' };
        const { state, passwords } = await (0,apply_project/* openProject */.U8)(options, opening);
        for (const { row } of (0,model_state/* rowsIn */.Nn)(state))
            if (row.variable !== undefined)
                found.add(row.variable);
        for (const variable of passwords.variables.values())
            found.add(variable);
    }
    return [...found].sort(lib_text/* compareText */.n6);
}
function filled(workflow, { action, config, variables }) {
    const secrets = variables.map((name) => `          ${name}: \${{ secrets.${name} }}\n`).join('');
    const env = secrets === '' ? '' : `        env:\n${secrets}`;
    const located = config === model_project/* PROJECT_FILE */.Dp ? '' : `          config: '${config}'\n`;
    return workflow
        .replace(/^ {8}with:\n {10}command: .*\n/m, (step) => `${env}${step}${located}`)
        .replace(ACTION, () => action);
}
/** By the name of the file. */
const WORKFLOWS = {
    'configuration-plan.yml': `name: Plan configuration
on:
  pull_request:
  pull_request_review: # a review can approve a refused plan
  merge_group:
permissions: {}
jobs:
  plan:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    permissions: { contents: read, pull-requests: write } # write: the comment
    concurrency: { group: 'confighub-plan-\${{ github.ref }}', cancel-in-progress: true }
    steps:
      - uses: actions/checkout@v5
        with: { persist-credentials: false }
      - uses: <owner>/confighub-sync@<commit>
        with:
          command: plan
          token: \${{ secrets.CONFIGHUB_TOKEN }}
`,
    'configuration-apply.yml': `name: Apply configuration
on:
  push:
    branches: [main]
  workflow_dispatch: # the button "Run workflow"
    inputs:
      command: { description: What to do, type: choice, options: [plan, apply, unlock] }
      force: { description: The text that approves a refused plan, type: string }
      on-drift: { description: 'This once: overwrite, keep or fail', type: string }
permissions: {}
jobs:
  apply:
    if: github.ref == 'refs/heads/main' # by hand, another branch could be chosen
    runs-on: ubuntu-latest
    timeout-minutes: 60
    permissions: { contents: write, pull-requests: write } # write: the record, the comment
    concurrency: # one apply at a time
      group: confighub-\${{ inputs.command || 'apply' }}-\${{ github.ref_name }}
      cancel-in-progress: false
    steps:
      - uses: actions/checkout@v5
        with: { persist-credentials: false }
      - uses: <owner>/confighub-sync@<commit>
        with:
          command: \${{ inputs.command || 'apply' }}
          token: \${{ secrets.CONFIGHUB_TOKEN }}
          force: \${{ inputs.force }}
          on-drift: \${{ inputs.on-drift }}
`,
};

// EXTERNAL MODULE: ./lib/commands/write-files.js
var write_files = __webpack_require__(1664);
// EXTERNAL MODULE: ./lib/options.js
var lib_options = __webpack_require__(1097);
// EXTERNAL MODULE: ./lib/render/printable.js
var printable = __webpack_require__(1543);
// EXTERNAL MODULE: ./lib/render/tables.js
var tables = __webpack_require__(4067);
// EXTERNAL MODULE: ./lib/render/text.js + 1 modules
var render_text = __webpack_require__(4414);
// EXTERNAL MODULE: external "node:events"
var external_node_events_ = __webpack_require__(8474);
// EXTERNAL MODULE: external "node:readline"
var external_node_readline_ = __webpack_require__(481);
;// CONCATENATED MODULE: ./lib/cli/commands/questions.js
// [edge] The questions of a command in a terminal. No answer stops the command.




/** The lines of standard input are answers as long as this runs. Ctrl-C and the end of the input throw {@link CommandError}. */
async function withQuestions(terminal, use) {
    const { stdin, stdout } = terminal.host;
    const lines = (0,external_node_readline_.createInterface)({ input: stdin, output: stdout });
    // Lines may be typed before their question, and the input may end.
    const typed = [];
    lines.on('line', (line) => typed.push(line));
    let isClosed = false;
    const closed = (0,external_node_events_.once)(lines, 'close').then(() => {
        isClosed = true;
    });
    try {
        return await use(async (text, { standard, read, problem }) => {
            for (;;) {
                terminal.stopSpinner();
                const prompt = `${text}${standard === undefined ? '' : ` [${(0,printable/* printable */.g$)(standard)}]`}: `;
                if (typed.length > 0 || isClosed)
                    terminal.out(`${prompt}${typed[0] ?? ''}\n`);
                else {
                    lines.setPrompt(prompt);
                    lines.prompt();
                    await Promise.race([(0,external_node_events_.once)(lines, 'line'), closed]);
                }
                const line = typed.shift();
                if (line === undefined)
                    throw cancelled(terminal);
                const answer = line.trim() || (standard ?? '');
                if (answer === '')
                    return undefined;
                const value = read(answer);
                if (value !== undefined)
                    return value;
                terminal.error(`${problem}\n`);
            }
        });
    }
    finally {
        lines.close();
    }
}
function cancelled(terminal) {
    terminal.out('\n');
    return new errors/* CommandError */.Qd({ code: 'cancelled', message: 'There was no answer; nothing was written.' });
}

// EXTERNAL MODULE: ./lib/cli/commands/terminal.js + 2 modules
var commands_terminal = __webpack_require__(248);
;// CONCATENATED MODULE: ./lib/cli/commands/init.js
// init: writes a new project from flags and from answers, and shows before how the files of its sources are read.















async function initProject(terminal, flags) {
    const options = (0,lib_options/* resolveOptions */.$i)(flags, terminal.env);
    const isThere = (0,apply_project/* hasProjectFile */.k8)(options, (0,commands_terminal/* runtime */.fA)(terminal));
    const isAsking = terminal.isInteractive && !flags.yes;
    // Without questions, the files of a run that was killed are completed.
    if (isThere && !flags.workflow && isAsking)
        throw (0,write_files/* alreadyThere */.pL)([options.config]);
    const action = flags.action === undefined ? {} : { action: checkAction(flags.action) };
    const workflows = flags.workflow ? await newWorkflows(options, action, (0,commands_terminal/* runtime */.fA)(terminal)) : [];
    if (flags.workflow && isThere) {
        write(terminal, workflows);
        terminal.advise(`Next:\n${numbered(workflowSteps(workflows))}`);
        return errors/* EXIT */.dc.done;
    }
    const given = isAsking
        ? await withQuestions(terminal, (ask) => askedFor({ terminal, flags, options, ask }))
        : await askedFor({ terminal, flags, options });
    const project = flags.source === undefined ? given : await previewed(terminal, options, given);
    const files = (0,init/* init */.T)(options.config, project);
    write(terminal, [...files, ...workflows]);
    const steps = [...nextSteps({ ...options, ...given }, files), ...workflowSteps(workflows)];
    terminal.advise(`Next:\n${numbered(steps)}`);
    return errors/* EXIT */.dc.done;
}
function write(terminal, files) {
    (0,write_files/* writeNewFiles */.zn)(terminal.host.cwd(), files);
    terminal.out(`Wrote ${files.map(({ path }) => path).join(' and ')}.\n`);
}
/** What flags and variables say, what the server knows, and answers to the rest. */
async function askedFor(asking) {
    const { flags, options, ask } = asking;
    const url = options.url ??
        (await ask?.('Address of the server', {
            read: model_project/* parseUrl */.Dl,
            problem: 'This is not an address such as https://config.example.com.',
        }));
    const given = flags.levels === undefined ? undefined : parseLevels(flags.levels);
    const isComplete = given !== undefined && options.repository !== undefined;
    const listed = url === undefined || isComplete ? [] : await repositoriesAt(url, asking);
    const [only, second] = listed.map(model_targets/* repositoryText */.g_);
    if (options.repository === undefined && ask !== undefined && second !== undefined)
        asking.terminal.out(`Repositories on this server: ${listed.map(model_targets/* repositoryText */.g_).map(printable/* printable */.g$).join(', ')}\n`);
    const repository = options.repository ??
        (await ask?.('Repository, as account/name', {
            standard: second === undefined ? only : undefined,
            read: model_project/* parseRepository */.SU,
            problem: 'Type the account and the name, as in acme/shop.',
        }));
    const found = listed.find((one) => repository !== undefined && (0,model_targets/* isSameRepository */.ve)(one, repository));
    const levels = given ??
        found?.levels ??
        (await ask?.('Context levels, broadest first, such as Environment,Application', {
            read: parseLevels,
            problem: 'Separate the names with commas.',
        }));
    return {
        ...(url !== undefined && { url }),
        ...(repository !== undefined && { repository }),
        levels,
        ...(flags.source && { sources: flags.source }),
    };
}
function parseLevels(text) {
    const names = text.split(/[,;]/).map((level) => level.trim());
    return names.some((name) => name === '') ? undefined : names;
}
/** Milliseconds: nobody wants to wait for levels that may be filled in later. */
const SOON = 5000;
/** None if the server does not answer: a project can be written without it. */
async function repositoriesAt(url, { terminal, options, ask }) {
    try {
        return await (0,info/* info */.pq)({ ...options, url, timeout: Math.min(options.timeout, SOON) }, (0,commands_terminal/* runtime */.fA)(terminal));
    }
    catch (error) {
        const known = (0,errors/* knownError */.YY)(error);
        if (known === undefined)
            throw error;
        if (ask !== undefined)
            terminal.error(`warning: ${(0,printable/* printable */.g$)(known.message)}\n`);
        return [];
    }
}
/** Unknown if the server does not answer: the names in the paths stay as they are. */
async function elementsAt(options, terminal) {
    if (options.url === undefined || options.repository === undefined)
        return undefined;
    try {
        return await (0,info/* serverElements */.d1)({ ...options, timeout: Math.min(options.timeout, SOON) }, (0,commands_terminal/* runtime */.fA)(terminal));
    }
    catch (error) {
        if ((0,errors/* knownError */.YY)(error) === undefined)
            throw error;
        return undefined;
    }
}
/** Prints how the files are read. Throws {@link CommandError} if some cannot be. */
async function previewed(terminal, options, given) {
    const known = await elementsAt({ ...options, ...given }, terminal);
    const preview = previewSources(options.config, given, { ...(0,commands_terminal/* runtime */.fA)(terminal), known });
    terminal.out((0,tables/* sourceTable */.aw)(preview, terminal.width));
    terminal.error((0,render_text/* textDiagnostics */.OF)(preview.diagnostics, terminal));
    if (preview.diagnostics.every(({ severity }) => severity !== 'error'))
        return preview.project;
    throw new errors/* CommandError */.Qd({
        code: 'invalid',
        message: 'These sources cannot be read like this; nothing was written.',
        hint: 'Correct the files or the patterns. A narrower pattern leaves files out; `--source` can be repeated.',
    });
}
function nextSteps({ config, url, repository, token }, files) {
    const missing = [...(url === undefined ? ['url'] : []), ...(repository === undefined ? ['repository'] : [])];
    const target = repository === undefined ? 'acme/shop' : (0,model_targets/* repositoryText */.g_)(repository);
    return [
        ...(missing.length === 0
            ? []
            : [
                `Set ${missing.join(' and ')} in ${config}. To try it without a server of your own:\n     confighub-sync serve --repository ${target} --levels Environment,Application`,
            ]),
        'Check the files: confighub-sync validate',
        ...(token === undefined ? ['Set the token of the repository: export CONFIGHUB_TOKEN=<token>'] : []),
        `Commit the files, because applies are recorded in Git: git add ${files.length > 1 ? files.map(({ path }) => path).join(' ') : '.'} && git commit`,
        'See what an apply would change: confighub-sync plan',
        'Apply it: confighub-sync apply',
    ];
}
function workflowSteps(files) {
    if (files.length === 0)
        return [];
    const paths = files.map(({ path }) => path);
    const secrets = new Set(files.flatMap(({ content }) => [...content.matchAll(/secrets\.(\w+)/g)].map(([, name]) => name)));
    return [
        ...(files.some(({ content }) => content.includes(ACTION))
            ? [`Replace ${ACTION} in ${paths.join(' and ')} with the repository of the action and a full commit id.`]
            : []),
        'If you apply another branch than main, change it in configuration-apply.yml.',
        `On the forge, add these secrets of the repository: ${[...secrets].sort().join(', ')}. If your documents name more variables later, add them under \`env:\` of the steps in both files.`,
        `Commit the workflows: git add ${paths.join(' ')} && git commit`,
    ];
}
function numbered(steps) {
    return steps.map((step, i) => `  ${i + 1}. ${step}\n`).join('');
}


/***/ }),

/***/ 5260:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   CR: () => (/* binding */ serverInfo),
/* harmony export */   d1: () => (/* binding */ serverElements),
/* harmony export */   pq: () => (/* binding */ info)
/* harmony export */ });
/* harmony import */ var _lib_text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5924);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(452);
/* harmony import */ var _model_context_js__WEBPACK_IMPORTED_MODULE_9__ = __webpack_require__(402);
/* harmony import */ var _options_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1097);
/* harmony import */ var _remote_answer_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4790);
/* harmony import */ var _remote_client_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(9389);
/* harmony import */ var _remote_read_live_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(7139);
/* harmony import */ var _remote_wire_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(4009);
/* harmony import */ var _apply_connect_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(8630);
/* harmony import */ var _apply_project_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(2405);
// info: lists the repositories of a server, and the reads it offers for the one of the project.










async function serverInfo(options, runtime) {
    const { repository } = { ...(0,_apply_project_js__WEBPACK_IMPORTED_MODULE_7__/* .readProjectFile */ .SI)(options, runtime), ...options };
    if (repository === undefined)
        return { repositories: await info(options, runtime) };
    const list = await (0,_remote_answer_js__WEBPACK_IMPORTED_MODULE_3__/* .ifOffered */ .tO)('info/all', info(options, runtime));
    const reads = await offeredReads(options, runtime);
    return { ...('answer' in list && { repositories: list.answer }), ...reads };
}
/** Sorted by account and name. */
async function info(options, runtime) {
    const project = (0,_apply_project_js__WEBPACK_IMPORTED_MODULE_7__/* .readProjectFile */ .SI)(options, runtime);
    const { clientVersion } = project;
    const url = (0,_options_js__WEBPACK_IMPORTED_MODULE_2__/* .urlOf */ .rs)(options, project);
    if (url === undefined) {
        const hint = 'Pass --url, set CONFIGHUB_URL, or set `url:` in confighub.yaml.';
        throw new _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .CommandError */ .Qd({ code: 'no-target', message: 'No url is configured.', hint });
    }
    // The list of repositories is public, so the token is not sent.
    const { timeout, transport } = options;
    const connection = await (0,_apply_connect_js__WEBPACK_IMPORTED_MODULE_6__/* .connect */ .Ng)(url, { timeout, transport, clientVersion }, runtime);
    try {
        runtime.onStep(`Reading ${url}`);
        const repositories = await (0,_remote_client_js__WEBPACK_IMPORTED_MODULE_4__/* .createReader */ .WF)(connection).repositories();
        return repositories.sort((a, b) => (0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .compareText */ .n6)(a.account, b.account) || (0,_lib_text_js__WEBPACK_IMPORTED_MODULE_0__/* .compareText */ .n6)(a.name, b.name));
    }
    finally {
        connection.http.close();
    }
}
/** For each level, the elements of the repository by lower-cased name; `undefined`: the server does not tell. */
function serverElements(options, runtime) {
    return (0,_apply_connect_js__WEBPACK_IMPORTED_MODULE_6__/* .withTarget */ .yY)((0,_apply_project_js__WEBPACK_IMPORTED_MODULE_7__/* .readProjectFile */ .SI)(options, runtime), {
        options,
        runtime,
        use: async ({ reader, target }) => {
            const detail = await (0,_remote_answer_js__WEBPACK_IMPORTED_MODULE_3__/* .ifOffered */ .tO)('info', reader.detail(target.repository));
            return 'answer' in detail ? detail.answer.elements : undefined;
        },
    });
}
/** Tries each read once, with the smallest possible request. */
function offeredReads(options, runtime) {
    const project = (0,_apply_project_js__WEBPACK_IMPORTED_MODULE_7__/* .readProjectFile */ .SI)(options, runtime);
    const asked = { levels: project.levels, hasToken: options.token !== undefined };
    return (0,_apply_connect_js__WEBPACK_IMPORTED_MODULE_6__/* .withTarget */ .yY)(project, {
        options,
        runtime,
        use: async ({ reader, target }) => ({ target, missing: await missingReads(reader, { ...asked, target }) }),
    });
}
/** Key ids have at most 120 characters, so no server has this one. */
const NO_KEY = 'x'.repeat(121);
async function missingReads(reader, { target: { repository }, levels, hasToken }) {
    const [list, detail, exported, keyData] = await Promise.all([
        (0,_remote_answer_js__WEBPACK_IMPORTED_MODULE_3__/* .ifOffered */ .tO)('info/all', reader.repositories()),
        (0,_remote_answer_js__WEBPACK_IMPORTED_MODULE_3__/* .ifOffered */ .tO)('info', reader.detail(repository)),
        (0,_remote_answer_js__WEBPACK_IMPORTED_MODULE_3__/* .ifOffered */ .tO)('export', reader.exportKeys(repository)),
        (0,_remote_answer_js__WEBPACK_IMPORTED_MODULE_3__/* .ifOffered */ .tO)('keyData', reader.keyData(repository, NO_KEY)),
    ]);
    const listed = 'answer' in list ? (0,_remote_wire_js__WEBPACK_IMPORTED_MODULE_8__/* .infoOf */ ._U)(list.answer, repository)?.levels : undefined;
    const known = listed ?? ('answer' in detail ? detail.answer.levels : levels);
    const pull = hasToken ? await pullOffered(reader, { repository, levels: known }) : NO_TOKEN;
    const all = [list, detail, exported, pull, keyData];
    return all.flatMap((one) => ('missing' in one ? one.missing : []));
}
const NO_TOKEN = { missing: { read: 'pull', reason: 'no token is given' } };
function pullOffered(reader, { repository, levels }) {
    if (levels === undefined)
        return Promise.resolve({ missing: { read: 'pull', reason: 'the context levels are unknown' } });
    const context = (0,_model_context_js__WEBPACK_IMPORTED_MODULE_9__/* .fullContext */ .NH)(_model_context_js__WEBPACK_IMPORTED_MODULE_9__/* .EVERYWHERE */ .Zh, levels.length);
    const asked = (0,_remote_read_live_js__WEBPACK_IMPORTED_MODULE_5__/* .askedContexts */ .rW)({ now: 0 })(context);
    return (0,_remote_answer_js__WEBPACK_IMPORTED_MODULE_3__/* .ifOffered */ .tO)('pull', reader.pull(repository, { context: asked, content: 'values' })).then((offered) => 'answer' in offered && offered.answer === undefined ? FROM_CACHE : offered);
}
const FROM_CACHE = {
    missing: { read: 'pull', reason: 'its answers come from a shared cache' },
};


/***/ }),

/***/ 1230:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   T: () => (/* binding */ init),
/* harmony export */   g: () => (/* binding */ projectFile)
/* harmony export */ });
/* harmony import */ var yaml__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8815);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(452);
/* harmony import */ var _model_targets_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3155);
// init: a short project file and a first document, or the sources that a folder already has.



const FIRST_DOCUMENT = `# Values of keys, for every context or for some of them: docs/format.md of confighub-sync.
keys:
  shop.title: Corner Shop
  db.host:
    readme: Host of the orders database.
    values:
      "*": db.dev.internal
  db.pool.size: { vdt: Integer, value: 10 }
`;
/** The project file, and a first document unless there are sources. Throws {@link CommandError} for another folder. */
function init(config, project) {
    if (config.includes('/') || config.includes('\\')) {
        const message = 'init writes only to the working directory.';
        const hint = 'Change to that folder and run init there.';
        throw new _errors_js__WEBPACK_IMPORTED_MODULE_1__/* .CommandError */ .Qd({ code: 'bad-option', message, hint });
    }
    const file = { path: config, content: projectFile(project) };
    return project.sources === undefined ? [file, { path: 'config/first.yaml', content: FIRST_DOCUMENT }] : [file];
}
/** With an example of what is not known and cannot be left out. */
function projectFile(project) {
    const { url, repository, levels, sources, elements = new Map(), hasDocuments = true } = project;
    const document = new yaml__WEBPACK_IMPORTED_MODULE_0__/* .Document */ .yo({
        url: url ?? 'https://config.example.com',
        repository: repository === undefined ? 'acme/shop' : (0,_model_targets_js__WEBPACK_IMPORTED_MODULE_2__/* .repositoryText */ .g_)(repository),
    });
    if (levels !== undefined)
        document.set('levels', document.createNode([...levels], { flow: true }));
    if (!hasDocuments)
        document.set('include', document.createNode([], { flow: true }));
    if (elements.size > 0)
        document.set('elements', document.createNode(Object.fromEntries(elements), { flow: true }));
    if (sources !== undefined)
        document.set('sources', sources);
    const text = document.toString({ lineWidth: 0, flowCollectionPadding: false });
    return `# All settings: docs/format.md of confighub-sync.\n${text}`;
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

/***/ 1664:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   hV: () => (/* binding */ writeFiles),
/* harmony export */   pL: () => (/* binding */ alreadyThere),
/* harmony export */   zn: () => (/* binding */ writeNewFiles)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(452);
// [edge] Writes files of the project, each to a temporary file first, which then replaces the old one.



/**
 * Throws, before anything is written, if one of the files exists. A file with the same content is accepted as the remains
 * of a killed run, as long as another file is missing.
 */
function writeNewFiles(root, files) {
    const existing = files.filter(({ path }) => (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, path)));
    const others = existing.filter(({ path, content }) => contentOf((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, path)) !== content);
    if (others.length > 0 || existing.length === files.length)
        throw alreadyThere((others.length > 0 ? others : existing).map(({ path }) => path));
    const missing = files.filter((file) => !existing.includes(file));
    writeFiles(root, missing.map(({ path, content }) => ({ path, after: content })));
}
function alreadyThere(paths) {
    return new _errors_js__WEBPACK_IMPORTED_MODULE_2__/* .CommandError */ .Qd({
        code: 'already-there',
        message: `${paths.join(' and ')} already ${paths.length === 1 ? 'exists' : 'exist'}; nothing was written.`,
        hint: 'init never overwrites files. Edit them, or remove them first.',
    });
}
/** The folder for temporary files, hidden from `include`, and from Git by its own `.gitignore`. */
const STAGE = '.confighub-sync.tmp';
/** In this order. Throws, before anything is written, if a file has changed since the writes were planned. */
function writeFiles(root, writes) {
    const changed = writes.filter(({ path, before }) => contentOf((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, path)) !== before);
    if (changed.length > 0)
        throw changedMeanwhile(changed.map(({ path }) => path));
    for (const { path } of writes)
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.mkdirSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, path)), { recursive: true });
    const stage = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, STAGE);
    // The remains of a killed run.
    (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(stage, { recursive: true, force: true });
    let done = 0;
    try {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.mkdirSync)(stage);
        // Once: while it is written anew, Git would see the folder.
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.writeFileSync)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(stage, '.gitignore'), '*\n');
        for (const write of writes) {
            const target = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, write.path);
            if (write.after === undefined)
                (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(target);
            else
                writeOne(target, { after: write.after, isNew: write.before === undefined, stage });
            done += 1;
        }
    }
    catch (error) {
        throw done === 0 ? error : partly(error, `${done} of ${writes.length}`);
    }
    finally {
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(stage, { recursive: true, force: true });
    }
}
function writeOne(target, { after, isNew, stage }) {
    const temporary = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(stage, 'new');
    (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.rmSync)(temporary, { force: true });
    // A link is kept: its target is replaced, with the same permissions.
    const real = isNew ? target : (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.realpathSync)(target);
    (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.writeFileSync)(temporary, after, { flush: true, ...(!isNew && { mode: (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.statSync)(real).mode }) });
    // A hard link, unlike a rename, fails if the name exists.
    if (isNew)
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.linkSync)(temporary, real);
    else
        (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.renameSync)(temporary, real);
}
function contentOf(path) {
    return (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.existsSync)(path) ? (0,node_fs__WEBPACK_IMPORTED_MODULE_0__.readFileSync)(path, 'utf8') : undefined;
}
function partly(error, count) {
    const known = (0,_errors_js__WEBPACK_IMPORTED_MODULE_2__/* .knownError */ .YY)(error);
    if (known === undefined)
        return error;
    const hint = `Before that, ${count} files were written: \`git status\` shows them. Fix the problem, then import again.`;
    return new _errors_js__WEBPACK_IMPORTED_MODULE_2__/* .CommandError */ .Qd({ code: known.code, message: known.message, hint, cause: error });
}
function changedMeanwhile(paths) {
    return new _errors_js__WEBPACK_IMPORTED_MODULE_2__/* .CommandError */ .Qd({
        code: 'changed-meanwhile',
        message: `${paths.join(', ')} changed during the import; nothing was written.`,
        hint: 'Import again.',
    });
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


/***/ })

};
