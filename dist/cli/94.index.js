export const id = 94;
export const ids = [94];
export const modules = {

/***/ 1916:
/***/ ((__unused_webpack_module, exports) => {

var __webpack_unused_export__;

__webpack_unused_export__ = true;
exports.Io = exports.kp = void 0;
var peq = new Uint32Array(0x10000);
var myers_32 = function (a, b) {
    var n = a.length;
    var m = b.length;
    var lst = 1 << (n - 1);
    var pv = -1;
    var mv = 0;
    var sc = n;
    var i = n;
    while (i--) {
        peq[a.charCodeAt(i)] |= 1 << i;
    }
    for (i = 0; i < m; i++) {
        var eq = peq[b.charCodeAt(i)];
        var xv = eq | mv;
        eq |= ((eq & pv) + pv) ^ pv;
        mv |= ~(eq | pv);
        pv &= eq;
        if (mv & lst) {
            sc++;
        }
        if (pv & lst) {
            sc--;
        }
        mv = (mv << 1) | 1;
        pv = (pv << 1) | ~(xv | mv);
        mv &= xv;
    }
    i = n;
    while (i--) {
        peq[a.charCodeAt(i)] = 0;
    }
    return sc;
};
var myers_x = function (b, a) {
    var n = a.length;
    var m = b.length;
    var mhc = [];
    var phc = [];
    var hsize = Math.ceil(n / 32);
    var vsize = Math.ceil(m / 32);
    for (var i = 0; i < hsize; i++) {
        phc[i] = -1;
        mhc[i] = 0;
    }
    var j = 0;
    for (; j < vsize - 1; j++) {
        var mv_1 = 0;
        var pv_1 = -1;
        var start_1 = j * 32;
        var vlen_1 = Math.min(32, m) + start_1;
        for (var k = start_1; k < vlen_1; k++) {
            peq[b.charCodeAt(k)] |= 1 << k;
        }
        for (var i = 0; i < n; i++) {
            var eq = peq[a.charCodeAt(i)];
            var pb = (phc[(i / 32) | 0] >>> i) & 1;
            var mb = (mhc[(i / 32) | 0] >>> i) & 1;
            var xv = eq | mv_1;
            var xh = ((((eq | mb) & pv_1) + pv_1) ^ pv_1) | eq | mb;
            var ph = mv_1 | ~(xh | pv_1);
            var mh = pv_1 & xh;
            if ((ph >>> 31) ^ pb) {
                phc[(i / 32) | 0] ^= 1 << i;
            }
            if ((mh >>> 31) ^ mb) {
                mhc[(i / 32) | 0] ^= 1 << i;
            }
            ph = (ph << 1) | pb;
            mh = (mh << 1) | mb;
            pv_1 = mh | ~(xv | ph);
            mv_1 = ph & xv;
        }
        for (var k = start_1; k < vlen_1; k++) {
            peq[b.charCodeAt(k)] = 0;
        }
    }
    var mv = 0;
    var pv = -1;
    var start = j * 32;
    var vlen = Math.min(32, m - start) + start;
    for (var k = start; k < vlen; k++) {
        peq[b.charCodeAt(k)] |= 1 << k;
    }
    var score = m;
    for (var i = 0; i < n; i++) {
        var eq = peq[a.charCodeAt(i)];
        var pb = (phc[(i / 32) | 0] >>> i) & 1;
        var mb = (mhc[(i / 32) | 0] >>> i) & 1;
        var xv = eq | mv;
        var xh = ((((eq | mb) & pv) + pv) ^ pv) | eq | mb;
        var ph = mv | ~(xh | pv);
        var mh = pv & xh;
        score += (ph >>> (m - 1)) & 1;
        score -= (mh >>> (m - 1)) & 1;
        if ((ph >>> 31) ^ pb) {
            phc[(i / 32) | 0] ^= 1 << i;
        }
        if ((mh >>> 31) ^ mb) {
            mhc[(i / 32) | 0] ^= 1 << i;
        }
        ph = (ph << 1) | pb;
        mh = (mh << 1) | mb;
        pv = mh | ~(xv | ph);
        mv = ph & xv;
    }
    for (var k = start; k < vlen; k++) {
        peq[b.charCodeAt(k)] = 0;
    }
    return score;
};
var distance = function (a, b) {
    if (a.length < b.length) {
        var tmp = b;
        b = a;
        a = tmp;
    }
    if (b.length === 0) {
        return a.length;
    }
    if (a.length <= 32) {
        return myers_32(a, b);
    }
    return myers_x(a, b);
};
exports.Io = distance;
var closest = function (str, arr) {
    var min_distance = Infinity;
    var min_index = 0;
    for (var i = 0; i < arr.length; i++) {
        var dist = distance(str, arr[i]);
        if (dist < min_distance) {
            min_distance = dist;
            min_index = i;
        }
    }
    return arr[min_index];
};
exports.kp = closest;


/***/ }),

/***/ 7094:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  applyProject: () => (/* reexport */ applyProject),
  importRepository: () => (/* reexport */ importRepository),
  initProject: () => (/* reexport */ initProject),
  run: () => (/* reexport */ run),
  runDemo: () => (/* reexport */ runDemo),
  serveRepository: () => (/* reexport */ serveRepository),
  showDrift: () => (/* reexport */ showDrift),
  showHistory: () => (/* reexport */ showHistory),
  showInfo: () => (/* reexport */ showInfo),
  showPlan: () => (/* reexport */ showPlan),
  unlockTarget: () => (/* reexport */ unlockTarget),
  validateProject: () => (/* reexport */ validateProject)
});

// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __webpack_require__(8500);
// EXTERNAL MODULE: ./lib/commands/stop.js
var stop = __webpack_require__(6192);
// EXTERNAL MODULE: ./lib/errors.js
var errors = __webpack_require__(452);
// EXTERNAL MODULE: ./lib/model/plan.js
var model_plan = __webpack_require__(2774);
// EXTERNAL MODULE: ./lib/options.js + 1 modules
var lib_options = __webpack_require__(5413);
// EXTERNAL MODULE: ./lib/render/printable.js
var printable = __webpack_require__(1543);
;// CONCATENATED MODULE: ./lib/cli/handlers.js
// [edge] What each command of the CLI does between its flags and its output. Modules load when their command runs.






function surroundings(terminal) {
    return {
        cwd: process.cwd(),
        env: process.env,
        now: () => new Date(),
        onSecret: () => undefined,
        pause: (milliseconds) => (0,promises_.setTimeout)(milliseconds),
        onStep: (step) => terminal.step(step),
        heedStop: () => (0,stop/* heedSignals */.a)((sentence) => terminal.error(`${sentence}\n`)),
        ...(process.env.USER !== undefined && { actor: process.env.USER }),
    };
}
async function validateProject(terminal, flags) {
    const [{ validate }, { json }, { textDiagnostics, textValid }] = await Promise.all([
        Promise.all(/* import() */[__webpack_require__.e(785), __webpack_require__.e(243), __webpack_require__.e(831), __webpack_require__.e(753), __webpack_require__.e(374)]).then(__webpack_require__.bind(__webpack_require__, 6374)),
        __webpack_require__.e(/* import() */ 544).then(__webpack_require__.bind(__webpack_require__, 7544)),
        Promise.all(/* import() */[__webpack_require__.e(291), __webpack_require__.e(754)]).then(__webpack_require__.bind(__webpack_require__, 8754)),
    ]);
    const result = await validate((0,lib_options/* resolveOptions */.$i)({ config: flags.config }, { CONFIGHUB_CONFIG: process.env.CONFIGHUB_CONFIG }), surroundings(terminal));
    const { documents, keys, values, files, warnings } = result;
    if (flags.json)
        terminal.out(json({ version: 1, documents, keys, values, files, warnings }));
    else {
        terminal.error(textDiagnostics(warnings, terminal));
        terminal.out(textValid(result));
    }
    return errors/* EXIT */.d.done;
}
async function showPlan(terminal, flags) {
    const { plan } = await Promise.all(/* import() */[__webpack_require__.e(785), __webpack_require__.e(243), __webpack_require__.e(831), __webpack_require__.e(753), __webpack_require__.e(714), __webpack_require__.e(208), __webpack_require__.e(847), __webpack_require__.e(257), __webpack_require__.e(583)]).then(__webpack_require__.bind(__webpack_require__, 4583));
    const options = (0,lib_options/* resolveOptions */.$i)(flags, process.env);
    const planning = plan(options, surroundings(terminal));
    // Loaded while the server is being waited for.
    const [result] = await Promise.all([planning, renderers()]);
    await printDoubts(terminal, result);
    await printPlan(terminal, flags, result);
    if (flags.out !== undefined)
        await writePlan(flags.out, { result, options });
    if ((0,model_plan/* hasRefusals */.q5)(result.plan))
        return errors/* EXIT */.d.refused;
    return flags.detailedExitcode && result.plan.changes.some(model_plan/* isCounted */.he) ? errors/* EXIT */.d.changes : errors/* EXIT */.d.done;
}
/** For review, and for `apply --plan`. */
async function writePlan(path, { result: { plan }, options }) {
    const [{ mask }, { jsonPlan }, { reviewOf }, { writePlanFile }] = await Promise.all([
        Promise.all(/* import() */[__webpack_require__.e(785), __webpack_require__.e(255)]).then(__webpack_require__.bind(__webpack_require__, 255)),
        __webpack_require__.e(/* import() */ 544).then(__webpack_require__.bind(__webpack_require__, 7544)),
        __webpack_require__.e(/* import() */ 591).then(__webpack_require__.bind(__webpack_require__, 2591)),
        __webpack_require__.e(/* import() */ 934).then(__webpack_require__.bind(__webpack_require__, 2934)),
    ]);
    writePlanFile(path, jsonPlan(mask(plan), { review: reviewOf(plan, options.digestKey) }));
}
async function showDrift(terminal, flags) {
    const [{ drift }, { mask }, { jsonDrift }, { textDrift }] = await Promise.all([
        Promise.all(/* import() */[__webpack_require__.e(785), __webpack_require__.e(243), __webpack_require__.e(831), __webpack_require__.e(753), __webpack_require__.e(714), __webpack_require__.e(208), __webpack_require__.e(847), __webpack_require__.e(257), __webpack_require__.e(281)]).then(__webpack_require__.bind(__webpack_require__, 3281)),
        Promise.all(/* import() */[__webpack_require__.e(785), __webpack_require__.e(255)]).then(__webpack_require__.bind(__webpack_require__, 255)),
        __webpack_require__.e(/* import() */ 544).then(__webpack_require__.bind(__webpack_require__, 7544)),
        Promise.all(/* import() */[__webpack_require__.e(291), __webpack_require__.e(754)]).then(__webpack_require__.bind(__webpack_require__, 8754)),
    ]);
    const result = await drift((0,lib_options/* resolveOptions */.$i)(flags, process.env), surroundings(terminal));
    await printDoubts(terminal, result);
    const masked = mask(result.plan);
    terminal.out(flags.json ? jsonDrift(masked) : textDrift(masked, terminal));
    return flags.detailedExitcode && masked.drift.some(model_plan/* isCounted */.he) ? errors/* EXIT */.d.changes : errors/* EXIT */.d.done;
}
async function applyProject(terminal, flags) {
    const { apply } = await Promise.all(/* import() */[__webpack_require__.e(785), __webpack_require__.e(243), __webpack_require__.e(831), __webpack_require__.e(753), __webpack_require__.e(714), __webpack_require__.e(208), __webpack_require__.e(847), __webpack_require__.e(257), __webpack_require__.e(941)]).then(__webpack_require__.bind(__webpack_require__, 2941));
    let shown;
    let isApproved = false;
    const show = async (planned) => {
        const seen = shown?.remarks ?? [];
        const isNew = shown === undefined || (isApproved && (0,model_plan/* hasRefusals */.q5)(planned.plan));
        await printDoubts(terminal, {
            warnings: shown === undefined ? planned.warnings : [],
            remarks: planned.remarks.filter((remark) => !seen.includes(remark)),
        });
        shown = planned;
        // JSON is one document, written when the end is known.
        if (!flags.json && isNew)
            await printPlan(terminal, flags, planned);
    };
    const approve = async (planned) => {
        await show(planned);
        isApproved = await terminal.confirm(`Apply it all the same (force: ${planned.plan.force})?`);
        return isApproved;
    };
    const { outcome, ...result } = await apply((0,lib_options/* resolveOptions */.$i)(flags, process.env), { ...surroundings(terminal), ...(terminal.isInteractive && !flags.json && { approve }) }, show);
    terminal.sent = outcome !== 'nothing' && outcome !== 'refused';
    if (flags.json)
        await printPlan(terminal, flags, { ...result, outcome });
    for (const remark of result.remarks)
        terminal.error(`warning: ${(0,printable/* printable */.g$)(remark)}\n`);
    if (!flags.json)
        terminal.out(OUTCOMES[outcome]);
    return outcome === 'refused' ? errors/* EXIT */.d.refused : errors/* EXIT */.d.done;
}
const OUTCOMES = {
    nothing: '',
    refused: 'Refused: nothing was sent.\n',
    verified: 'Applied, read again and verified.\n',
    unchecked: 'Applied. Not verified, as asked.\n',
    unverified: 'Applied. Not verified: what the repository holds cannot be read.\n',
};
async function printDoubts(terminal, { warnings, remarks }) {
    const { textDiagnostics } = await Promise.all(/* import() */[__webpack_require__.e(291), __webpack_require__.e(754)]).then(__webpack_require__.bind(__webpack_require__, 8754));
    terminal.error(textDiagnostics(warnings, terminal));
    for (const remark of remarks)
        terminal.error(`warning: ${(0,printable/* printable */.g$)(remark)}\n`);
}
function renderers() {
    return Promise.all([
        Promise.all(/* import() */[__webpack_require__.e(785), __webpack_require__.e(255)]).then(__webpack_require__.bind(__webpack_require__, 255)),
        __webpack_require__.e(/* import() */ 544).then(__webpack_require__.bind(__webpack_require__, 7544)),
        Promise.all(/* import() */[__webpack_require__.e(291), __webpack_require__.e(754)]).then(__webpack_require__.bind(__webpack_require__, 8754)),
        __webpack_require__.e(/* import() */ 557).then(__webpack_require__.bind(__webpack_require__, 4557)),
        __webpack_require__.e(/* import() */ 464).then(__webpack_require__.bind(__webpack_require__, 8464)),
    ]);
}
async function printPlan(terminal, flags, { plan, changeComment, outcome }) {
    const [{ mask, MASK }, { json, jsonPlan }, { textPlan }, { pushBody }, { phasesOf }] = await renderers();
    const masked = mask(plan);
    const isSent = plan.changes.length > 0 && !(0,model_plan/* hasRefusals */.q5)(plan);
    const pushes = flags.showPush
        ? (isSent ? phasesOf(plan) : []).map((changes) => pushBody({ ...mask({ ...plan, changes: [...changes] }), passwordOf: () => MASK }, changeComment))
        : undefined;
    if (flags.json)
        terminal.out(jsonPlan(masked, { pushes, outcome }));
    else
        terminal.out(`${(pushes ?? []).map((push) => `${json(push)}\n`).join('')}${textPlan(masked, terminal)}`);
}
async function showInfo(terminal, flags) {
    const [{ info }, { json }] = await Promise.all([
        Promise.all(/* import() */[__webpack_require__.e(785), __webpack_require__.e(243), __webpack_require__.e(831), __webpack_require__.e(753), __webpack_require__.e(208), __webpack_require__.e(260)]).then(__webpack_require__.bind(__webpack_require__, 5260)),
        __webpack_require__.e(/* import() */ 544).then(__webpack_require__.bind(__webpack_require__, 7544)),
    ]);
    const repositories = await info((0,lib_options/* resolveOptions */.$i)(flags, process.env), surroundings(terminal));
    if (flags.json)
        terminal.out(json({ version: 1, repositories }));
    else
        terminal.out((await Promise.all(/* import() */[__webpack_require__.e(832), __webpack_require__.e(236)]).then(__webpack_require__.bind(__webpack_require__, 2236))).repositoryTable(repositories));
    return errors/* EXIT */.d.done;
}
async function initProject(terminal, flags) {
    const [{ init }, { writeNewFiles }] = await Promise.all([
        Promise.all(/* import() */[__webpack_require__.e(815), __webpack_require__.e(230)]).then(__webpack_require__.bind(__webpack_require__, 1230)),
        __webpack_require__.e(/* import() */ 283).then(__webpack_require__.bind(__webpack_require__, 9283)),
    ]);
    const files = init((0,lib_options/* resolveOptions */.$i)(flags, process.env));
    writeNewFiles(process.cwd(), files);
    terminal.out(`Wrote ${files.map(({ path }) => path).join(' and ')}.\nNext: confighub-sync validate, then confighub-sync plan.\n`);
    return errors/* EXIT */.d.done;
}
async function runDemo(terminal) {
    const { demo } = await __webpack_require__.e(/* import() */ 346).then(__webpack_require__.bind(__webpack_require__, 1346));
    return demo((text) => terminal.out(text));
}

// EXTERNAL MODULE: ./lib/model/counted.js
var counted = __webpack_require__(3251);
;// CONCATENATED MODULE: ./lib/cli/import.js
// [edge] The command `import` between its flags and its output: shown, asked about, then written.




async function importRepository(terminal, flags) {
    const [{ planningImport, refuseUncommitted }, { jsonImport, textImport }, { writeFiles }] = await Promise.all([
        Promise.all(/* import() */[__webpack_require__.e(785), __webpack_require__.e(243), __webpack_require__.e(815), __webpack_require__.e(831), __webpack_require__.e(753), __webpack_require__.e(714), __webpack_require__.e(208), __webpack_require__.e(847), __webpack_require__.e(266)]).then(__webpack_require__.bind(__webpack_require__, 3266)),
        Promise.all(/* import() */[__webpack_require__.e(291), __webpack_require__.e(635)]).then(__webpack_require__.bind(__webpack_require__, 9635)),
        __webpack_require__.e(/* import() */ 283).then(__webpack_require__.bind(__webpack_require__, 9283)),
    ]);
    const options = {
        ...(0,lib_options/* resolveOptions */.$i)(flags, process.env),
        split: flags.split,
        onlyDrift: flags.only === 'drift',
    };
    const planned = await planningImport(options, {
        cwd: process.cwd(),
        env: process.env,
        now: () => new Date(),
        onSecret: () => undefined,
        pause: (milliseconds) => (0,promises_.setTimeout)(milliseconds),
        onStep: (step) => terminal.step(step),
    });
    const { import: made, project } = planned;
    const { writes } = made;
    const show = { display: project.display, color: terminal.color };
    if (!flags.json)
        terminal.out(textImport(made, show));
    if (!flags.dryRun)
        await refuseUncommitted(planned);
    const isWritten = writes.length > 0 && (await mayWrite(terminal, flags, writes.length));
    // With nothing to write it clears away what a killed one left.
    if (isWritten || (writes.length === 0 && !flags.dryRun))
        writeFiles(project.root, writes);
    if (flags.json)
        terminal.out(jsonImport(made, { ...show, isWritten }));
    else if (isWritten)
        terminal.out(`Wrote ${(0,counted/* counted */.h)(writes.length, 'file')}.\nNext: confighub-sync plan.\n`);
    return errors/* EXIT */.d.done;
}
async function mayWrite(terminal, flags, count) {
    if (flags.dryRun)
        return false;
    if (flags.yes)
        return true;
    if (terminal.isInteractive && !flags.json) {
        const isWanted = await terminal.confirm(`Write ${(0,counted/* counted */.h)(count, 'file')}?`);
        if (!isWanted)
            terminal.out('Nothing was written.\n');
        return isWanted;
    }
    throw new errors/* CommandError */.Q({
        code: 'not-confirmed',
        message: `Nothing was written: there is nobody to ask whether ${(0,counted/* counted */.h)(count, 'file')} may be.`,
        hint: 'Give --yes to write without asking, or --dry-run to look only.',
    });
}

;// CONCATENATED MODULE: ./lib/cli/record-handlers.js
// [edge] Commands of the CLI about the record of applies. Modules load when their command runs.




async function showHistory(terminal, flags) {
    const [{ history }, { historyJson, historyTable }, { json }] = await Promise.all([
        Promise.all(/* import() */[__webpack_require__.e(785), __webpack_require__.e(243), __webpack_require__.e(831), __webpack_require__.e(753), __webpack_require__.e(714), __webpack_require__.e(952)]).then(__webpack_require__.bind(__webpack_require__, 8952)),
        Promise.all(/* import() */[__webpack_require__.e(832), __webpack_require__.e(388)]).then(__webpack_require__.bind(__webpack_require__, 8388)),
        __webpack_require__.e(/* import() */ 544).then(__webpack_require__.bind(__webpack_require__, 7544)),
    ]);
    const options = (0,lib_options/* resolveOptions */.$i)(flags, process.env);
    const { entries, warnings } = await history(options, surroundings(terminal), flags.limit);
    for (const warning of warnings)
        terminal.error(`warning: ${(0,printable/* printable */.g$)(warning)}\n`);
    if (flags.json)
        terminal.out(json({ version: 1, applies: historyJson(entries) }));
    else
        terminal.out(historyTable(entries));
    return errors/* EXIT */.d.done;
}
async function unlockTarget(terminal, flags) {
    const [{ unlock }, { json }] = await Promise.all([
        Promise.all(/* import() */[__webpack_require__.e(785), __webpack_require__.e(243), __webpack_require__.e(831), __webpack_require__.e(753), __webpack_require__.e(714), __webpack_require__.e(704)]).then(__webpack_require__.bind(__webpack_require__, 704)),
        __webpack_require__.e(/* import() */ 544).then(__webpack_require__.bind(__webpack_require__, 7544)),
    ]);
    const { removed } = await unlock((0,lib_options/* resolveOptions */.$i)(flags, process.env), surroundings(terminal));
    if (flags.json) {
        const { text: _, ...of } = removed ?? { text: '' };
        terminal.out(json({ version: 1, unlocked: removed !== undefined, ...(removed && { removed: of }) }));
    }
    else if (removed === undefined)
        terminal.out('No apply is in the way: there is nothing to unlock.\n');
    else
        terminal.out(`Unlocked: the apply ${(0,printable/* printable */.g$)(removed.text)}, counts as dead. The next apply takes over, and knows what it began.\n`);
    return errors/* EXIT */.d.done;
}

// EXTERNAL MODULE: ./lib/render/error.js
var render_error = __webpack_require__(5074);
// EXTERNAL MODULE: external "node:events"
var external_node_events_ = __webpack_require__(8474);
// EXTERNAL MODULE: ./lib/cli/output.js
var output = __webpack_require__(1517);
;// CONCATENATED MODULE: ./lib/cli/terminal.js
// [edge] The terminal: what is written where, whether in colour, and a spinner for what takes longer than a moment.



const SPINNER_DELAY_MS = 500;
class Terminal {
    color;
    /** Set once something was sent: what cannot be printed then is not nothing. */
    sent = false;
    #isBroken = false;
    #status = errors/* EXIT */.d.done;
    #spinner;
    #timer;
    /** @param color `--no-color` gives false; otherwise a terminal without `NO_COLOR` has colour */
    constructor(color) {
        const { NO_COLOR, TERM } = process.env;
        this.color = color && process.stdout.isTTY === true && !NO_COLOR && TERM !== 'dumb';
        // A reader that has seen enough (`| head`) is no error, and no reason to leave an apply half done.
        for (const stream of [process.stdout, process.stderr]) {
            stream.on('error', (error) => {
                if (error.code !== 'EPIPE')
                    this.#break();
            });
        }
        // In front of what says so, which knows less of what was sent.
        process.prependListener('uncaughtException', () => this.#break());
    }
    #break() {
        this.#isBroken = true;
        this.end(this.#status);
    }
    /**
     * How the command ended. What could not be written, as on a full disk, is no success, and neither is what failed
     * beside the command, before it ended or after.
     */
    end(status) {
        this.#status = status;
        const isSuccess = status === errors/* EXIT */.d.done || status === errors/* EXIT */.d.changes;
        process.exitCode = !this.#isBroken || !isSuccess ? status : this.sent ? errors/* EXIT */.d.unknown : errors/* EXIT */.d.error;
    }
    out(text) {
        this.rest();
        process.stdout.write((0,output/* fitForRunner */.B)(text));
    }
    error(text) {
        this.rest();
        process.stderr.write((0,output/* fitForRunner */.B)(text));
    }
    /** Whether somebody sits there who can answer. */
    get isInteractive() {
        return process.stdin.isTTY === true && process.stdout.isTTY === true;
    }
    /** Asks a question; everything but a yes is a no, the end of the input too. */
    async confirm(question) {
        this.rest();
        const { createInterface } = await Promise.resolve(/* import() */).then(__webpack_require__.t.bind(__webpack_require__, 6848, 19));
        const lines = createInterface({ input: process.stdin, output: process.stdout });
        try {
            const closed = (0,external_node_events_.once)(lines, 'close').then(() => '');
            const answer = await Promise.race([lines.question(`${question} [y/N] `), closed]);
            return /^y(?:es)?$/i.test(answer.trim());
        }
        finally {
            lines.close();
        }
    }
    /** Something begins that may take a while; shown only on a terminal, and only if it does. */
    step(text) {
        // nanospinner looks at stdout, and never ends on a terminal of no width, as pseudo-terminals without a size are.
        if (!process.stdout.isTTY || !process.stderr.isTTY || process.stderr.columns < 1)
            return;
        if (this.#spinner !== undefined) {
            this.#spinner.update({ text });
            return;
        }
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => void this.#spin(text), SPINNER_DELAY_MS);
        this.#timer.unref();
    }
    async #spin(text) {
        const timer = this.#timer;
        const { createSpinner } = await __webpack_require__.e(/* import() */ 164).then(__webpack_require__.t.bind(__webpack_require__, 164, 19));
        // It may be over by now.
        if (timer === this.#timer)
            this.#spinner = createSpinner(text).start();
    }
    /** Ends the spinner without a trace. */
    rest() {
        clearTimeout(this.#timer);
        this.#timer = undefined;
        this.#spinner?.stop();
        this.#spinner = undefined;
    }
}

;// CONCATENATED MODULE: ./lib/cli/run.js
// [edge] Runs one command of the CLI: the only catch, where what was thrown becomes text or JSON and an exit status.



async function run(flags, work) {
    const terminal = new Terminal(flags.color);
    try {
        terminal.end(await work(terminal, flags));
    }
    catch (error) {
        await showError(terminal, flags, error);
        terminal.end(error instanceof errors/* CommandError */.Q ? error.exitStatus : errors/* EXIT */.d.error);
    }
    finally {
        terminal.rest();
    }
}
async function showError(terminal, flags, error) {
    const [{ jsonError }, { textDiagnostics, textPlan }, { mask }] = await Promise.all([
        __webpack_require__.e(/* import() */ 544).then(__webpack_require__.bind(__webpack_require__, 7544)),
        Promise.all(/* import() */[__webpack_require__.e(291), __webpack_require__.e(754)]).then(__webpack_require__.bind(__webpack_require__, 8754)),
        Promise.all(/* import() */[__webpack_require__.e(785), __webpack_require__.e(255)]).then(__webpack_require__.bind(__webpack_require__, 255)),
    ]);
    const diagnostics = error instanceof errors/* CommandError */.Q ? (error.diagnostics ?? []) : [];
    if (flags.json && error instanceof errors/* CommandError */.Q) {
        terminal.out(jsonError(error, { diagnostics, differs: error.differs && mask(error.differs) }));
        return;
    }
    terminal.error(textDiagnostics(diagnostics, terminal));
    if (error instanceof errors/* CommandError */.Q && error.differs) {
        terminal.error(`Still different after the push, what was found → what is declared:\n\n${textPlan(mask(error.differs), terminal)}`);
    }
    terminal.error((0,render_error/* textError */.M)(error, terminal));
}

;// CONCATENATED MODULE: ./lib/cli/serve.js

async function serveRepository(terminal, flags) {
    const { serve } = await Promise.all(/* import() */[__webpack_require__.e(785), __webpack_require__.e(243), __webpack_require__.e(831), __webpack_require__.e(987)]).then(__webpack_require__.bind(__webpack_require__, 9987));
    const log = (line) => flags.json || terminal.error(`${line}\n`);
    const server = await serve(flags, { cwd: process.cwd(), log });
    const { url, repositories } = server;
    // Before anybody reads where it is, and may want it to stop.
    const stopped = new Promise((resolve) => {
        for (const signal of ['SIGINT', 'SIGTERM'])
            process.once(signal, () => resolve());
    });
    if (flags.json)
        terminal.out(`${JSON.stringify({ url, repositories })}\n`);
    else
        terminal.out(servedText(url, repositories));
    await stopped;
    await server.close();
    return errors/* EXIT */.d.done;
}
/** A line for the shell per token; which is which is said where there are several. */
function servedText(url, repositories) {
    const tokens = repositories.flatMap(({ account, repository, tokens }) => Object.entries(tokens).map(([name, value]) => ({ value, of: `${name} of ${account}/${repository}` })));
    const lines = tokens.map(({ value, of }) => {
        return `  export CONFIGHUB_TOKEN=${value}${tokens.length === 1 ? '' : ` # ${of}`}\n`;
    });
    const names = repositories.map(({ account, repository }) => `${account}/${repository}`).join(', ');
    return `Serving ${names} at ${url}; stop with Ctrl-C.\n\n  export CONFIGHUB_URL=${url}\n${lines.join('')}\n`;
}

;// CONCATENATED MODULE: ./lib/cli/commands.js
// What the commands of the CLI do, by the names under which the entry knows them.







/***/ }),

/***/ 6192:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   a: () => (/* binding */ heedSignals),
/* harmony export */   q: () => (/* binding */ refuseStopped)
/* harmony export */ });
/* harmony import */ var _errors_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(452);
// [edge] Ctrl-C and the end of a job: an apply is stopped between two steps, never in the middle of one.

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const SAID = 'Stopping: what is under way is brought to its end. Once more leaves at once, and then nobody may know what the server took.';
/** From now on the first signal asks to stop, the second not to wait, and the third ends the process as always. */
function heedSignals(say) {
    const [wanted, atOnce] = [new AbortController(), new AbortController()];
    const hear = () => {
        if (!wanted.signal.aborted) {
            wanted.abort();
            return say(SAID);
        }
        for (const signal of SIGNALS)
            process.off(signal, hear);
        atOnce.abort();
    };
    for (const signal of SIGNALS)
        process.on(signal, hear);
    return { wanted: wanted.signal, atOnce: atOnce.signal };
}
/** Throws {@link CommandError} before a push that somebody does not want any more. */
function refuseStopped(stop, { sent, of }) {
    if (stop?.wanted.aborted !== true)
        return;
    if (sent === 0)
        throw new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Q({
            code: 'stopped',
            message: 'The apply was stopped: nothing was changed on the server.',
            hint: 'Apply again; what it had announced is withdrawn.',
        });
    throw new _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .CommandError */ .Q({
        code: 'stopped',
        message: `The apply was stopped after ${sent} of ${of} pushes: the rest was not sent.`,
        hint: 'Apply again: it goes on with what is left.',
        exitStatus: _errors_js__WEBPACK_IMPORTED_MODULE_0__/* .EXIT */ .d.unknown,
    });
}


/***/ }),

/***/ 3147:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Qf: () => (/* binding */ placeholdersIn),
/* harmony export */   bi: () => (/* binding */ templateProblems),
/* harmony export */   ou: () => (/* binding */ fillTemplate)
/* harmony export */ });
/* unused harmony export PLACEHOLDERS */
/* harmony import */ var _nearest_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6047);
// The comment of a push as people write it: a text with placeholders in braces, filled with what is known.

/** What each stands for, in the words of the README. */
const PLACEHOLDERS = {
    message: 'The whole message of the commit that is applied.',
    subject: 'Its first line.',
    sha: 'The id of that commit.',
    'short-sha': 'The first ten characters of it.',
    branch: 'The branch: that of a pull request, or the one that was pushed or is checked out.',
    repository: 'The repository that the workflow runs in, as `owner/name`.',
    'pull-request': 'The number of the pull request that the event is about, or that brought the commit along.',
    actor: 'Who started the workflow; elsewhere the variable `USER`.',
    workflow: 'The name of the workflow.',
    run: 'The address of its run.',
};
/** Two braces or backslashes for one, or a placeholder. Any other brace or backslash stands for itself. */
const SPECIAL = /\{\{|\}\}|\\\\|\{([A-Za-z][\w-]{0,39})\}/g;
const WORDS = /\s*\S+|\s+$/g;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** The names in braces, known or not. */
function placeholdersIn(template) {
    return [...template.matchAll(SPECIAL)].flatMap(([, name]) => name ?? []);
}
/** A line for each placeholder that there is not. */
function templateProblems(template) {
    const known = Object.keys(PLACEHOLDERS);
    const unknown = [...new Set(placeholdersIn(template))].filter((name) => !known.includes(name));
    return unknown.map((name) => `The change comment has an unknown placeholder, \`{${name}}\`. ${(0,_nearest_js__WEBPACK_IMPORTED_MODULE_0__/* .meant */ .w)(name, known)} Write \`{{\` and \`}}\` for braces.`);
}
/**
 * What is not known leaves no trace: a word with nothing but unknown placeholders and punctuation goes, then a line
 * that lacks something and has no letter or digit left. What facts bring along is never read as a template.
 */
function fillTemplate(template, facts) {
    const known = new Map(Object.entries(facts).flatMap(([name, fact]) => (fact ? [[name, fact]] : [])));
    const kept = [];
    let isGap = false;
    for (const line of linesOf(template)) {
        const filled = filledLine(line, known);
        // Of the empty lines before and behind what went, one set is enough.
        isGap = filled === undefined || (isGap && isBlank(filled) && isBlank(kept.at(-1) ?? ''));
        if (filled !== undefined && !isGap)
            kept.push(filled);
    }
    return kept.join('\n');
}
/** `\n` is a line break, because a flag or a plain text in YAML has no other way to write one. */
function linesOf(template) {
    return template.replace(/\\\\|\\n/g, (token) => (token === '\\n' ? '\n' : token)).split(/\r?\n/);
}
/** `undefined`: it is left out. */
function filledLine(line, known) {
    const text = (line.match(WORDS) ?? []).map((word) => filledWord(word, known)).join('');
    if (placeholdersIn(line).every((name) => known.has(name)))
        return text;
    return LETTER_OR_DIGIT.test(text) ? text.trim() : undefined;
}
/** With the blanks in front of it. */
function filledWord(word, known) {
    const names = placeholdersIn(word);
    const text = word.replace(SPECIAL, (token, name) => name === undefined ? token.charAt(0) : (known.get(name) ?? ''));
    const lacksAll = names.length > 0 && !names.some((name) => known.has(name));
    return lacksAll && !LETTER_OR_DIGIT.test(text) ? '' : text;
}
function isBlank(text) {
    return text.trim() === '';
}


/***/ }),

/***/ 402:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   DD: () => (/* binding */ MAX_LEVELS),
/* harmony export */   Hi: () => (/* binding */ ELEMENT_NAME),
/* harmony export */   NH: () => (/* binding */ fullContext),
/* harmony export */   PF: () => (/* binding */ contextId),
/* harmony export */   PO: () => (/* binding */ contextIn),
/* harmony export */   Vm: () => (/* binding */ contextOf),
/* harmony export */   ZE: () => (/* binding */ elementsOf),
/* harmony export */   Zh: () => (/* binding */ EVERYWHERE),
/* harmony export */   cc: () => (/* binding */ ELEMENT_NAME_MAX),
/* harmony export */   wn: () => (/* binding */ compareContexts)
/* harmony export */ });
// Contexts: one element per level of a repository, joined by `;`, `*` for any.
const EVERYWHERE = '*';
/** Names of elements that the server accepts (behaviour.md, section 6), at most 255 characters. */
const ELEMENT_NAME = /^[a-zA-Z0-9](?:[-._+a-zA-Z0-9]*[a-zA-Z0-9])?$/;
const ELEMENT_NAME_MAX = 255;
/** The server refuses contexts of more segments than this (behaviour.md, section 6). */
const MAX_LEVELS = 10;
/** Splits at `;` and trims: `Production; *` → `['Production', '*']`. */
function elementsOf(text) {
    return text.split(';').map((element) => element.trim());
}
/** The canonical spelling of a context given by its elements. */
function contextOf(elements) {
    return elements.every((element) => element === '*') ? EVERYWHERE : elements.join(';');
}
/** The canonical spelling of a context as it is written: `Production; *` → `Production;*`, and `*;*` → `*`. */
function contextIn(text) {
    return remembered(SPELLINGS, text, () => contextOf(elementsOf(text)));
}
/** Two contexts are the same exactly when their ids are: the server compares without case. */
function contextId(context) {
    return remembered(IDS, context, () => context.toLowerCase());
}
/** A repository has few contexts and very many values: what was worked out for one of them holds for all. */
const SPELLINGS = new Map();
const IDS = new Map();
/** Nobody counts on more being remembered. */
const MOST = 100_000;
const LONGEST = 200;
function remembered(known, text, make) {
    const found = known.get(text);
    if (found !== undefined)
        return found;
    const made = make();
    if (known.size < MOST && text.length <= LONGEST)
        known.set(text, made);
    return made;
}
/** A context as the server and people write it, with one element for each level. */
function fullContext(context, depth) {
    return context === EVERYWHERE ? Array(Math.max(depth, 1)).fill('*').join(';') : context;
}
/** Broad contexts first: at each level `*` comes before names, names without regard to case. */
function compareContexts(a, b) {
    if (a === b)
        return 0;
    const left = a.toLowerCase().split(';');
    const right = b.toLowerCase().split(';');
    for (let i = 0; i < Math.max(left.length, right.length); i++) {
        const x = left[i] ?? '*';
        const y = right[i] ?? '*';
        if (x === y)
            continue;
        if (x === '*')
            return -1;
        if (y === '*')
            return 1;
        return x < y ? -1 : 1;
    }
    return 0;
}


/***/ }),

/***/ 5602:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   n6: () => (/* binding */ compareText),
/* harmony export */   oV: () => (/* binding */ compareDiagnostics)
/* harmony export */ });
/* unused harmony export DIAGNOSTIC_CODES */
/** Every code that a mistake in the project's files can have. */
const DIAGNOSTIC_CODES = (/* unused pure expression or super */ null && ([
    'no-project-file',
    'no-documents',
    'file-missing',
    'file-unreadable',
    'not-a-file',
    'not-utf8',
    'outside-root',
    'yaml-syntax',
    'yaml-alias',
    'yaml-tag',
    'alias-expansion',
    'duplicate-field',
    'unknown-field',
    'wrong-type',
    'missing-field',
    'empty-value',
    'bad-text',
    'bad-url',
    'bad-repository',
    'bad-option',
    'context-syntax',
    'context-depth',
    'context-name',
    'context-case',
    'key-name',
    'key-case',
    'unknown-vdt',
    'vdt-required',
    'value-type',
    'value-object',
    'deactivate',
    'duplicate-value',
    'duplicate-file',
    'conflict',
    'file-path',
    'env-missing',
    'env-forbidden',
    'document-is-content',
    'outside-scope',
    'password-in-file',
    'cipher-text',
    'untracked',
]));
/** `file`, then position, then code: the order in which mistakes are shown. */
function compareDiagnostics(a, b) {
    return (compareText(a.place?.file ?? a.file ?? '', b.place?.file ?? b.file ?? '') ||
        (a.place?.offset ?? -1) - (b.place?.offset ?? -1) ||
        compareText(a.code, b.code) ||
        compareText(a.message, b.message));
}
/** Order by UTF-16 units: the same on every machine, whatever its locale. */
function compareText(a, b) {
    return a < b ? -1 : a > b ? 1 : 0;
}


/***/ }),

/***/ 4774:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   JX: () => (/* binding */ forceText),
/* harmony export */   NB: () => (/* binding */ allows),
/* harmony export */   On: () => (/* binding */ DIGEST_LENGTH),
/* harmony export */   fu: () => (/* binding */ parseForce),
/* harmony export */   sT: () => (/* binding */ FORCE_PROBLEM)
/* harmony export */ });
// What approves a plan that a limit or `protect` refuses: its digest, and the protected names that may go with it.
const DIGEST_LENGTH = 6;
/** `3f9c2a legacy.host legacy.port`, or `undefined` for anything else. */
function parseForce(text) {
    const [digest = '', ...written] = text.trim().split(/\s+/);
    const names = written.map(readName);
    const isDigest = digest.length === DIGEST_LENGTH && /^[0-9a-f]+$/i.test(digest);
    if (!isDigest || !names.every((name) => name !== undefined))
        return undefined;
    return { digest: digest.toLowerCase(), names: names };
}
function forceText({ digest, names }) {
    return [digest, ...names.map(writtenName)].join(' ');
}
/** Names are case-insensitive, as they are on the server. */
function allows({ names }, name) {
    return names.some((one) => one.toLowerCase() === name.toLowerCase());
}
/** Neither YAML nor a shell reads anything into these. */
function writtenName(name) {
    if (/^[\p{L}\p{N}][\p{L}\p{N}._/-]*$/u.test(name))
        return name;
    const escaped = name.replace(/[^\p{L}\p{N}._/-]/gu, (character) => [...Array(character.length).keys()].map((index) => unitOf(character, index)).join(''));
    return `"${escaped}"`;
}
function unitOf(character, index) {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
}
function readName(written) {
    if (!written.startsWith('"'))
        return written;
    try {
        const name = JSON.parse(written);
        return typeof name === 'string' ? name : undefined;
    }
    catch {
        return undefined;
    }
}
/** For what is no approval. */
const FORCE_PROBLEM = '`force` approves one plan, not every plan, and is no longer true or false: leave it out, and where a plan is refused, give the digest that it prints, like --force 3f9c2a (input `force: 3f9c2a`), with the protected names behind it.';


/***/ }),

/***/ 6047:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   p: () => (/* binding */ nearest),
/* harmony export */   w: () => (/* binding */ meant)
/* harmony export */ });
/* harmony import */ var fastest_levenshtein__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1916);
// What was probably meant: the nearest of the known words.

/** `did you mean …?` for a word that is at most about a third wrong, or nothing. */
function nearest(word, known) {
    const words = [...known];
    if (words.length === 0 || word === '')
        return undefined;
    const lower = word.toLowerCase();
    const best = (0,fastest_levenshtein__WEBPACK_IMPORTED_MODULE_0__/* .closest */ .kp)(lower, words.map((candidate) => candidate.toLowerCase()));
    const match = words.find((candidate) => candidate.toLowerCase() === best);
    const longer = words.find((candidate) => candidate.toLowerCase().startsWith(lower));
    if (longer !== undefined && lower.length > 2)
        return longer;
    return (0,fastest_levenshtein__WEBPACK_IMPORTED_MODULE_0__/* .distance */ .Io)(lower, best) <= Math.ceil(lower.length / 3) ? match : undefined;
}
/** The hint for an unknown word: the nearest one, otherwise all that are known. */
function meant(word, known) {
    const words = [...known];
    const near = nearest(word, words);
    return near === undefined ? `Known: ${words.join(', ')}.` : `Did you mean \`${near}\`?`;
}


/***/ }),

/***/ 2774:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   ci: () => (/* binding */ addressOf),
/* harmony export */   he: () => (/* binding */ isCounted),
/* harmony export */   q5: () => (/* binding */ hasRefusals),
/* harmony export */   vF: () => (/* binding */ compareChanges),
/* harmony export */   xS: () => (/* binding */ countChanges)
/* harmony export */ });
/* unused harmony exports ACTIONS, CAUSES, LIVE_SOURCES */
/* harmony import */ var _context_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(402);
/* harmony import */ var _diagnostic_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5602);


const ACTIONS = (/* unused pure expression or super */ null && (['create', 'update', 'delete']));
/**
 * Why a change is there, from comparing three states: `declared`: the files changed since the last apply; `drift`: the
 * server did; `conflict`: both, differently; `rewritten`: nothing tells whether it differs.
 */
const CAUSES = (/* unused pure expression or super */ null && (['declared', 'drift', 'conflict', 'rewritten']));
/** What live was read from: the export; a pull of each context; the baseline in their place; nothing; offline, what the base declares. */
const LIVE_SOURCES = (/* unused pure expression or super */ null && (['export', 'pulls', 'baseline', 'none', 'base']));
/** Values, files, and what happens to a key itself; a key that comes or goes with values counts by its values. */
function isCounted(change) {
    if (change.rewritten)
        return false;
    return change.kind !== 'key' || change.action === 'update' || change.values === 0;
}
function countChanges(changes) {
    const counts = { create: 0, update: 0, delete: 0 };
    for (const change of changes)
        if (isCounted(change))
            counts[change.action]++;
    return counts;
}
function hasRefusals(plan) {
    return plan.findings.some(({ severity }) => severity === 'refusal');
}
/** Keys before files; by name; a key before its values; broad contexts first. */
function compareChanges(a, b) {
    return (Number(a.kind === 'file') - Number(b.kind === 'file') ||
        (0,_diagnostic_js__WEBPACK_IMPORTED_MODULE_1__/* .compareText */ .n6)(addressOf(a).toLowerCase(), addressOf(b).toLowerCase()) ||
        (0,_diagnostic_js__WEBPACK_IMPORTED_MODULE_1__/* .compareText */ .n6)(addressOf(a), addressOf(b)) ||
        Number(a.kind !== 'key') - Number(b.kind !== 'key') ||
        (0,_context_js__WEBPACK_IMPORTED_MODULE_0__/* .compareContexts */ .wn)('context' in a ? a.context : '', 'context' in b ? b.context : ''));
}
/** Name of the key or path of the file. */
function addressOf(change) {
    return change.kind === 'file' ? change.path : change.key;
}


/***/ }),

/***/ 7404:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Dl: () => (/* binding */ parseUrl),
/* harmony export */   Dp: () => (/* binding */ PROJECT_FILE),
/* harmony export */   SU: () => (/* binding */ parseRepository),
/* harmony export */   Zy: () => (/* binding */ DEFAULT_INCLUDE),
/* harmony export */   aS: () => (/* binding */ PRUNE_MODES),
/* harmony export */   gD: () => (/* binding */ ON_DRIFT),
/* harmony export */   kU: () => (/* binding */ PROJECT_FIELDS)
/* harmony export */ });
/* harmony import */ var _without_end_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6329);

const PRUNE_MODES = ['managed', 'all', 'none'];
/** What becomes of an item that others changed on the server, and the files did not. */
const ON_DRIFT = ['keep', 'overwrite', 'fail'];
const DEFAULT_INCLUDE = 'config/**/*.{yaml,yml,json}';
/** The name that `--config` looks for in the working directory. */
const PROJECT_FILE = 'confighub.yaml';
/** Fields of the project file. */
const PROJECT_FIELDS = [
    'version',
    'url',
    'repository',
    'levels',
    'include',
    'prune',
    'onDrift',
    'ignore',
    'allowNewContexts',
    'forceKeyPush',
    'batch',
    'scope',
    'protect',
    'limits',
    'redact',
    'passwords',
];
/** `https://host:port/base` without a slash at its end, or `undefined` for anything else. Credentials are refused. */
function parseUrl(text) {
    if (!URL.canParse(text))
        return undefined;
    const url = new URL(text);
    const plain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
    if (!/^https?:$/.test(url.protocol) || url.hostname === '' || !plain)
        return undefined;
    return (0,_without_end_js__WEBPACK_IMPORTED_MODULE_0__/* .withoutEnd */ .M)(`${url.origin}${url.pathname}`, '/');
}
/** `account/name`, or `undefined` for anything else. */
function parseRepository(text) {
    const match = /^([^\s/]+)\/([^\s/]+)$/.exec(text);
    return match?.[1] === undefined || match[2] === undefined
        ? undefined
        : { account: match[1], name: match[2] };
}


/***/ }),

/***/ 6329:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   M: () => (/* binding */ withoutEnd)
/* harmony export */ });
// The end of a text taken off. A regular expression for it tries again from every such character inside the text.
/** Without these characters at its end, however many there are. */
function withoutEnd(text, characters) {
    let end = text.length;
    while (end > 0 && characters.includes(text.charAt(end - 1)))
        end--;
    return text.slice(0, end);
}


/***/ }),

/***/ 5413:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  $i: () => (/* binding */ resolveOptions),
  $r: () => (/* binding */ targetOf)
});

// UNUSED EXPORTS: DEFAULT_TIMEOUT_SECONDS, TEXT_OPTIONS, variableOf

// EXTERNAL MODULE: ./lib/errors.js
var errors = __webpack_require__(452);
// EXTERNAL MODULE: ./lib/model/comment-template.js
var comment_template = __webpack_require__(3147);
// EXTERNAL MODULE: ./lib/model/force.js
var model_force = __webpack_require__(4774);
// EXTERNAL MODULE: ./lib/model/project.js
var project = __webpack_require__(7404);
;// CONCATENATED MODULE: ./lib/model/transport.js
// What may be said of the way to the server besides its address: the token, certificates, and what is allowed in the clear.
/** Options with a text: `--ca-file`, `CONFIGHUB_CA_FILE`. The passphrase comes from the environment only. */
const TRANSPORT_TEXTS = ['caFile', 'clientCert', 'clientKey', 'clientKeyPassphrase'];
/** Those of many texts that belong here. */
function transportTexts(texts) {
    const given = TRANSPORT_TEXTS.flatMap((name) => (texts[name] === undefined ? [] : [[name, texts[name]]]));
    return Object.fromEntries(given);
}
const CLIENT_KEY_PROBLEM = 'A client key is given without a client certificate.';
const TOKEN_PROBLEM = 'The token holds a line break, a blank or a character that no HTTP header can carry: it was probably copied with something else.';
/** Outer blanks are what copying adds; a token itself is printable ASCII. */
function parseToken(text) {
    const token = text.trim();
    return /^[\x21-\x7e]+$/.test(token) ? token : undefined;
}

;// CONCATENATED MODULE: ./lib/options.js
// Options: defaults ← confighub.yaml ← environment ← flags or inputs, checked, in one object.





/** Texts that a flag, an input or `CONFIGHUB_<NAME>` may give. The token comes from the environment or an input only. */
const TEXT_OPTIONS = [
    'config',
    'url',
    'repository',
    'token',
    'prune',
    'onDrift',
    'changeComment',
    'applicationName',
    'timeout',
    'digestKey',
    ...TRANSPORT_TEXTS,
];
const DEFAULT_TIMEOUT_SECONDS = 120;
/** Throws one {@link CommandError} that names everything that is wrong. */
function resolveOptions(given, env) {
    const texts = Object.fromEntries(TEXT_OPTIONS.map((name) => [name, notEmpty(given[name]) ?? notEmpty(env[variableOf(name)])]));
    const problems = [];
    const check = (value, read, problem) => {
        if (value === undefined)
            return undefined;
        const result = read(value);
        if (result === undefined)
            problems.push(problem);
        return result;
    };
    const url = check(texts.url, project/* parseUrl */.Dl, 'The url is not a plain http or https address, like https://config.example.com.');
    const repository = check(texts.repository, project/* parseRepository */.SU, 'The repository is not named as account/name, like acme/shop.');
    const token = check(texts.token, parseToken, TOKEN_PROBLEM);
    const prune = check(texts.prune, oneOf(project/* PRUNE_MODES */.aS), `The prune mode is one of ${project/* PRUNE_MODES */.aS.join(', ')}.`);
    const onDrift = check(texts.onDrift, oneOf(project/* ON_DRIFT */.gD), `What becomes of drift is one of ${project/* ON_DRIFT */.gD.join(', ')}.`);
    const force = check(given.force === true ? 'true' : notEmpty(given.force), model_force/* parseForce */.fu, model_force/* FORCE_PROBLEM */.sT);
    const timeout = check(texts.timeout, parseSeconds, 'The timeout is a number of seconds from 1 to 86400.');
    problems.push(...(0,comment_template/* templateProblems */.bi)(texts.changeComment ?? ''));
    const transport = { ...transportTexts(texts), insecureHttp: given.insecureHttp ?? false };
    if (transport.clientKey && !transport.clientCert)
        problems.push(CLIENT_KEY_PROBLEM);
    if (problems.length > 0)
        throw new errors/* CommandError */.Q({ code: 'bad-option', message: problems.join('\n') });
    return {
        config: texts.config ?? project/* PROJECT_FILE */.Dp,
        ...defined({ url, repository, token, prune, onDrift, force }),
        ...defined({ baseline: given.baseline === false ? false : notEmpty(given.baseline) }),
        ...defined({ base: notEmpty(given.base) }),
        offline: given.offline ?? false,
        untrusted: given.untrusted ?? false,
        ...defined({ changeComment: texts.changeComment, applicationName: texts.applicationName }),
        timeout: timeout ?? DEFAULT_TIMEOUT_SECONDS * 1000,
        transport,
        allowOlder: given.allowOlder ?? false,
        unmanaged: given.unmanaged ?? false,
        verify: given.verify ?? true,
        ...defined({ planFile: notEmpty(given.plan), digestKey: texts.digestKey }),
    };
}
/** Where to: the options over the project file. */
function targetOf(options, project) {
    const url = options.url ?? project.url;
    const repository = options.repository ?? project.repository;
    const missing = [
        ...(url === undefined ? ['url'] : []),
        ...(repository === undefined ? ['repository'] : []),
    ];
    if (url !== undefined && repository !== undefined)
        return { url, repository };
    throw new errors/* CommandError */.Q({
        code: 'no-target',
        message: `No ${missing.join(' and no ')} is configured.`,
        hint: `Write \`${missing[0]}:\` into confighub.yaml, or give --${missing[0]} or CONFIGHUB_${missing[0]?.toUpperCase()}.`,
    });
}
function oneOf(choices) {
    return (text) => choices.find((choice) => choice === text);
}
function parseSeconds(text) {
    const seconds = Number(text);
    return /^\d+$/.test(text) && seconds >= 1 && seconds <= 86_400 ? seconds * 1000 : undefined;
}
/** `changeComment` → `CONFIGHUB_CHANGE_COMMENT`. */
function variableOf(option) {
    return `CONFIGHUB_${option.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}
function notEmpty(text) {
    return text === undefined || text.trim() === '' ? undefined : text;
}
function defined(values) {
    return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}


/***/ })

};
