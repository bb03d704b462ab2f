// domain/runtime/arguments.ts
var e = {
	dialogue: {
		words: "a dialogue as GET …/game-narrative/dialogues/{graph_id} answers it",
		has: (e) => "id" in e && "nodes" in e && Array.isArray(e.nodes)
	},
	story: {
		words: "a story, as readDialogue() returns it",
		has: (e) => "variables" in e && "nodes" in e && n(e.nodes)
	},
	state: {
		words: "the state of a page (page.state), or one that was saved",
		has: (e) => "values" in e && "taken" in e
	},
	branch: {
		words: "a branch of the halt: halt.choices[…].branch at \"choices\", halt.choice.branch at \"continue\", halt.events[…].branch at \"waiting\"",
		has: (e) => "id" in e && "effects" in e && Array.isArray(e.effects)
	}
};
function t(t, n) {
	for (let [i, a] of Object.entries(n)) {
		let { words: n, has: o } = e[i];
		if (typeof a != "object" || !a || !o(a)) throw Error(`${t}(): \`${i}\` has to be ${n}. It is ${r(a)}.`);
	}
}
function n(e) {
	return typeof e == "object" && !!e && "get" in e && typeof e.get == "function";
}
function r(e) {
	return typeof e != "object" || !e ? typeof e == "string" ? JSON.stringify(e) : `${e}` : `an object with ${Object.keys(e).slice(0, 5).join(", ") || "no fields"}`;
}
// domain/dialogue/line-status.ts
var i = [
	"draft",
	"review",
	"final"
], a = {
	status: "draft",
	final_text: null
};
[...i];
// domain/dialogue/wire.ts
var o = {
	kind: "choice",
	target_node_id: null,
	target_graph_id: null,
	choice_text: "",
	text_marks: [],
	when_unavailable: "hide",
	repeat: "sticky",
	repeat_scope: "playthrough",
	repeat_limit: null,
	unwind: !1,
	weight: 1,
	...a
}, s = [
	"project",
	"playthrough",
	"dialogue",
	"temporary"
];
function c(e, t, n = []) {
	switch (t) {
		case "set": return Array.isArray(e) && new Set(e).size === e.length && e.every((e) => n.includes(e));
		case "boolean": return typeof e == "boolean";
		case "integer": return Number.isSafeInteger(e);
		case "number": return typeof e == "number" && Number.isFinite(e);
		case "string": return typeof e == "string";
		case "enum": return typeof e == "string" && n.includes(e);
	}
}
function l(e, { min: t, max: n }) {
	return Math.min(n ?? e, Math.max(t ?? e, e));
}
function u({ repeat: e, repeat_limit: t }) {
	return e === "sticky" ? Infinity : e === "limited" ? t ?? 1 : 1;
}
function d(e, t, n) {
	t === "__proto__" ? Object.defineProperty(e, t, {
		value: n,
		...f
	}) : e[t] = n;
}
var f = {
	writable: !0,
	enumerable: !0,
	configurable: !0
}, p = class {
	state;
	#e = /* @__PURE__ */ new Set();
	constructor(e) {
		this.state = e;
	}
	put(e, t, n) {
		d(this.#t(e), t, n);
	}
	remove(e, t) {
		let n = this.#t(e);
		for (let e of t) delete n[e];
	}
	keptValues() {
		return this.#e.delete(this.state.values), this.state.values;
	}
	#t(e) {
		let t = this.state[e];
		if (this.#e.has(t)) return t;
		let n = { ...t };
		return this.#e.add(n), this.state[e] = n, n;
	}
};
// domain/runtime/random.ts
function m(e, t) {
	let n = e + Math.imul(t + 1, 2654435769) | 0;
	return n = Math.imul(n ^ n >>> 16, 569420461), n = Math.imul(n ^ n >>> 15, 1935289751), ((n ^ n >>> 15) >>> 0) / 4294967296;
}
function h(e, t, n, r) {
	let i = Math.ceil(Math.min(n, r)), a = Math.floor(Math.max(n, r));
	return a < i ? i : i + Math.floor(m(e, t) * (a - i + 1));
}
// domain/runtime/state.ts
function g(e, t) {
	return Object.hasOwn(e, t) ? e[t] : void 0;
}
function _(e, { seed: t = 1, values: n, taken_by_player: r, world_time: i }) {
	return {
		version: 1,
		seed: t,
		draws: 0,
		drawn_before: 0,
		turn: 0,
		at: null,
		phase: "open",
		values: {
			...Object.fromEntries(Array.from(e, (e) => [e.id, e.default])),
			...n
		},
		visits: {},
		taken: {},
		offered: {},
		taken_this_visit: [],
		taken_by_player: r ?? [],
		stack: [],
		...i !== void 0 && { world: [{
			what: "time",
			entity: null,
			key: null,
			value: i
		}] }
	};
}
// domain/code-points.ts
function v(e, t) {
	let n = Math.min(e.length, t.length), r = 0;
	for (; r < n && e.charCodeAt(r) === t.charCodeAt(r);) r += 1;
	return r === n ? e.length - t.length : y(e, t, b(e, r - 1) ? r - 1 : r) || y(e, t, r);
}
var y = (e, t, n) => (e.codePointAt(n) ?? 0) - (t.codePointAt(n) ?? 0);
function b(e, t) {
	return (e.charCodeAt(t) & 64512) == 55296;
}
// domain/runtime/value.ts
var x = Symbol("unknown");
function S(e) {
	return e === x ? x : e === !0;
}
function C(e, t) {
	return e === x || t === x ? x : !w(e) || !w(t) ? e === t : e.length === t.length && ee(t, e);
}
function w(e) {
	return Array.isArray(e);
}
function ee(e, t) {
	let n = new Set(e);
	return t.every((e) => n.has(e));
}
function T(e) {
	return w(e) ? e.join(", ") : e === null ? "" : String(e);
}
var te = 250;
function ne(e, t) {
	if (t.length <= te) return e.includes(t);
	let n = new Uint32Array(t.length + 1), r = (e, r) => {
		let i = e;
		for (; i > 0 && t.charCodeAt(i) !== r;) i = n[i] ?? 0;
		return t.charCodeAt(i) === r ? i + 1 : 0;
	};
	for (let e = 1; e < t.length; e++) n[e + 1] = r(n[e] ?? 0, t.charCodeAt(e));
	let i = 0;
	for (let n = 0; n < e.length && i < t.length; n++) i = r(i, e.charCodeAt(n));
	return i === t.length;
}
function re(e, t) {
	return typeof e == "number" && typeof t == "number" ? e - t : typeof e != "string" || typeof t != "string" ? null : v(e, t);
}
// domain/runtime/work.ts
var ie = {
	evaluations: 2e5,
	text: 2e5,
	page: 1048576
}, ae = class extends Error {}, oe = 4, E = class {
	#e;
	limits;
	#t = 0;
	#n = 0;
	constructor(e = { spent: 0 }) {
		this.#e = e, this.limits = e.limits ?? ie;
	}
	spend(e) {
		if (this.#t += e, this.#t > this.limits.evaluations) throw new ae();
	}
	get room() {
		return Math.max(0, Math.min(this.limits.text, this.limits.page - this.#n));
	}
	say(e) {
		this.#n += e;
	}
	end() {
		this.#e.spent += this.#t + this.#n / oe, this.#t = 0, this.#n = 0;
	}
};
function D(e) {
	return typeof e == "string" ? e.length : Array.isArray(e) ? e.reduce((e, t) => e + D(t) + 10, 0) : 0;
}
// domain/add-to-list.ts
function O(e, t, n) {
	let r = e.get(t);
	r === void 0 ? e.set(t, [n]) : r.push(n);
}
// domain/runtime/world.ts
var k = 10;
function A({ state: e, work: t }, n, r, i) {
	if (e.world !== void 0) return t?.spend(e.world.length / k), e.world.find((e) => e.what === n && e.entity === r && e.key === i);
}
var se = (e) => e === null || typeof e == "string" || typeof e == "number" || typeof e == "boolean";
function j(e, t, n) {
	let r = M(e, t, n);
	return se(r) ? r : x;
}
function ce(e, t, n) {
	let r = n.split("."), i = r.slice(1).map((n, i) => M(e, t, r.slice(0, i + 1).join(".")));
	return se(M(e, t, n)) && i.every((e) => e === null || le(e));
}
var le = (e) => typeof e == "object" && !!e && !Array.isArray(e);
function M(e, t, n) {
	let r = N(e, t)?.properties;
	if (r === void 0) return;
	let i = n.split(".");
	e.work?.spend((i.length + (e.state.world?.length ?? 0)) / k);
	for (let { what: r, entity: i, key: a, value: o } of e.state.world ?? []) if (r === "property" && i === t && a !== null) {
		if (a === n) return o;
		if (a.startsWith(`${n}.`)) return {};
		if (n.startsWith(`${a}.`)) return null;
	}
	for (let e of i) {
		if (!le(r)) return null;
		r = Object.hasOwn(r, e) ? r[e] : null;
	}
	return r;
}
function ue(e, t) {
	let n = N(e, t);
	if (n === void 0) return x;
	let r = A(e, "location", t, null);
	return r === void 0 ? n.parent_id : r.value;
}
function de(e, t, n) {
	if (!_e(e, t)) return x;
	let r = t;
	for (let t = 0; typeof r == "string" && t < fe; t++) {
		if (e.work?.spend(1), r === n) return !0;
		r = ue(e, r);
	}
	return r === x && x;
}
var fe = 1e3;
function pe(e, t, n) {
	if (e.world === void 0 || N(e, t) === void 0) return x;
	let r = A(e, "item", t, n);
	return r === void 0 ? F(e, t, n).filter(({ type: e }) => e === "has").reduce((e, { properties: { count: t } }) => e + (typeof t == "number" ? t : 1), 0) : r.value;
}
function me(e, t, n) {
	if (e.world === void 0 || N(e, t) === void 0) return x;
	let r = A(e, "relationship", t, n);
	if (r !== void 0) return r.value;
	for (let { properties: r } of F(e, t, n)) if (typeof r.value == "number") return r.value;
	return 0;
}
function he(e, t, n) {
	let r = A(e, "fact", t, n);
	return r === void 0 ? e.world === void 0 ? x : ye(e.world).facts.get(P(t, n)) ?? x : r.value;
}
function ge(e) {
	return A(e, "time", null, null)?.value ?? e.world?.time ?? x;
}
function _e(e, t) {
	return N(e, t) !== void 0;
}
function N({ world: e }, t) {
	return e === void 0 ? void 0 : g(e.entities, t);
}
var ve = /* @__PURE__ */ new WeakMap();
function ye(e) {
	let t = ve.get(e);
	if (t === void 0) {
		let n = /* @__PURE__ */ new Map();
		for (let t of e.relationships) O(n, P(t.source_id, t.target_id), t);
		t = {
			ties: n,
			facts: new Map(e.facts.map(({ subject_id: e, predicate: t, value: n }) => [P(e, t), n]))
		}, ve.set(e, t);
	}
	return t;
}
var P = (e, t) => JSON.stringify([e, t]);
function F({ world: e, work: t }, n, r) {
	let i = e === void 0 ? [] : ye(e).ties.get(P(n, r)) ?? [];
	return t?.spend(i.length / k), i;
}
// domain/runtime/evaluate.ts
var I = class {
	#e;
	#t;
	constructor(e, t = e.state.draws) {
		this.#e = e, this.#t = t;
	}
	get draws() {
		return this.#t;
	}
	all(e) {
		return Se(e.map((e) => S(this.value(e))));
	}
	failing(e) {
		let t = null;
		for (let n of e) {
			let { truth: e, clause: r } = this.#n(n);
			if (e === !1) return {
				condition: r,
				unknown: !1
			};
			e === x && (t ??= r);
		}
		return t === null ? null : {
			condition: t,
			unknown: !0
		};
	}
	#n(e) {
		if (!("op" in e) || e.op !== "all") return {
			truth: S(this.value(e)),
			clause: e
		};
		let t = e.args.map((e) => this.#n(e)), n = t.find(({ truth: e }) => e === !1) ?? t.find(({ truth: e }) => e === x);
		return {
			truth: Se(t.map(({ truth: e }) => e)),
			clause: n?.clause ?? e
		};
	}
	value(e) {
		let t = this.#r(e);
		return this.#e.work.spend(1 + D(t) / be), t;
	}
	#r(e) {
		if ("lit" in e) return e.lit;
		if ("var" in e) {
			let t = g(this.#e.state.values, e.var);
			return t === void 0 ? x : t;
		}
		if ("ref" in e) return e.ref;
		if ("entity" in e) return j(this.#e, e.entity, e.path);
		if (!("op" in e)) return this.#i(e.fn, e.args);
		switch (e.op) {
			case "opaque": return x;
			case "all": return this.all(e.args);
			case "any": return Ce(e.args.map((e) => S(this.value(e))));
			case "not": {
				let [t] = e.args, n = t === void 0 ? x : S(this.value(t));
				return n === x ? x : !n;
			}
			case "arith": return De(e.fn, this.value(e.args[0]), this.value(e.args[1]));
			default: return we(e.op, this.value(e.args[0]), this.value(e.args[1]));
		}
	}
	#i(e, t) {
		let { state: n, nodeId: r, choices: i } = this.#e, a = t.map((e) => this.value(e)), [o, s, c = 1] = a;
		if (a.includes(x)) return x;
		let l = typeof o == "string" ? o : r, u = typeof s == "string" ? s : "", d = g(n.visits, l), f = g(n.taken, l);
		switch (e) {
			case "visits": return u === "completed" ? d?.completed ?? f?.count ?? 0 : d?.entered ?? f?.count ?? 0;
			case "visited": return (d?.entered ?? f?.count ?? 0) > 0;
			case "offered": return Object.hasOwn(n.offered, l);
			case "turns": return n.turn;
			case "turns_since": {
				let e = d ?? f;
				return e === void 0 ? -1 : n.turn - e.turn;
			}
			case "choice_count": return i;
			case "random": return this.#a(o, s);
			case "roll": return this.#s(o, s ?? 1);
			case "has_any_content": return this.#e.hasContent?.(l) ?? x;
			case "quest_state": return j(this.#e, l, "state");
			case "relationship": return me(this.#e, l, u);
			case "at_location": return de(this.#e, l, u);
			case "has_item": return we("gte", pe(this.#e, l, u), typeof c == "number" ? c : x);
			case "fact": return he(this.#e, l, u);
			case "world_time": return ge(this.#e);
		}
	}
	#a(e, t) {
		return typeof e != "number" || typeof t != "number" ? x : this.#o(e, t);
	}
	#o(e, t) {
		let { dice: n, state: r } = this.#e;
		if (n === void 0) return h(r.seed, this.#t++, e, t);
		let i = Math.ceil(Math.min(e, t));
		return i + n(Math.max(1, Math.floor(Math.max(e, t)) - i + 1));
	}
	#s(e, t) {
		if (typeof e != "number" || typeof t != "number") return x;
		let n = Math.max(0, Math.min(t, xe));
		this.#e.work.spend(n);
		let r = 0;
		for (let t = 0; t < n; t++) r += this.#o(1, e);
		return r;
	}
}, be = 100, xe = 1e3;
function Se(e) {
	return e.includes(!1) ? !1 : !e.includes(x) || x;
}
function Ce(e) {
	return e.includes(!0) ? !0 : e.includes(x) ? x : !1;
}
function we(e, t, n) {
	if (e === "eq") return C(t, n);
	if (e === "ne") {
		let e = C(t, n);
		return e === x ? x : !e;
	}
	if (t === x || n === x) return x;
	if (e === "has") return Te(t, n);
	if (e === "in") return Te(n, t);
	let r = re(t, n);
	if (r === null) return !1;
	switch (e) {
		case "lt": return r < 0;
		case "lte": return r <= 0;
		case "gt": return r > 0;
		default: return r >= 0;
	}
}
function Te(e, t) {
	return w(e) ? w(t) ? ee(e, t) : e.includes(String(t)) : typeof e == "string" && typeof t == "string" && ne(e, t);
}
var Ee = 1e4;
function De(e, t, n) {
	if (e !== "add" || t === x || n === x || typeof t != "string" && typeof n != "string") return L(e, t, n);
	let r = T(t) + T(n);
	return r.length > Ee ? x : r;
}
function L(e, t, n) {
	if (typeof t != "number" || typeof n != "number") return x;
	let r = Oe(e, t, n);
	return Number.isFinite(r) ? r || 0 : x;
}
function Oe(e, t, n) {
	switch (e) {
		case "add": return t + n;
		case "sub": return t - n;
		case "mul": return t * n;
		case "div": return t / n;
		case "mod": return t % n;
	}
}
// domain/expression.ts
var ke = [
	"property.set",
	"property.add",
	"location.move",
	"inventory.give",
	"inventory.take",
	"relationship.set",
	"relationship.adjust",
	"fact.set",
	"quest.set_state",
	"time.advance"
];
[...ke];
var Ae = new Set(ke);
function R(e) {
	return Ae.has(e);
}
var je = /* @__PURE__ */ new Set([
	"location.move",
	"inventory.give",
	"inventory.take",
	"relationship.set",
	"relationship.adjust"
]);
function Me(e) {
	return je.has(e);
}
function Ne({ op: e, target: t }) {
	return R(e) ? null : t;
}
function Pe({ op: e, target: t, key: n }) {
	return R(e) ? [t, Me(e) ? n : null].filter((e) => typeof e == "string") : [];
}
function Fe(e) {
	return "args" in e ? e.args : [];
}
function Ie(e, t) {
	let n = [e];
	for (let e = n.pop(); e !== void 0; e = n.pop()) {
		t(e);
		let r = Fe(e);
		for (let e = r.length - 1; e >= 0; e--) {
			let t = r[e];
			t !== void 0 && n.push(t);
		}
	}
}
// domain/runtime/story.ts
function z(e, t) {
	return t === e.id ? e : e.others?.get(t);
}
function B(e) {
	return [e, ...e.others?.values() ?? []];
}
function V(e, t) {
	let n = t === null ? void 0 : z(e, t.graph), r = t === null ? void 0 : n?.nodes.get(t.node);
	return n === void 0 || r === void 0 ? null : {
		graph: n,
		node: r
	};
}
function H({ start: e, nodes: t }) {
	return e !== null && t.has(e) ? e : t.keys().next().value ?? null;
}
var Le = /* @__PURE__ */ new Set([
	"condition",
	"instruction",
	"jump",
	"detour",
	"subgraph",
	"random",
	"storylet_group"
]);
function U({ kind: e }) {
	return Le.has(e);
}
function Re({ kind: e, text: t }) {
	return e !== "command" && e !== "wait_event" && t.trim() !== "";
}
function ze({ kind: e }) {
	return e === "detour" || e === "subgraph";
}
// domain/runtime/world-effects.ts
function W(e) {
	return R(e.op);
}
var Be = "state";
function Ve({ op: e, target: t, ...n }) {
	let r = n.key ?? null;
	switch (e) {
		case "property.set":
		case "property.add": return {
			what: "property",
			entity: t,
			key: r
		};
		case "quest.set_state": return {
			what: "property",
			entity: t,
			key: Be
		};
		case "location.move": return {
			what: "location",
			entity: t,
			key: null
		};
		case "inventory.give":
		case "inventory.take": return {
			what: "item",
			entity: t,
			key: r
		};
		case "relationship.set":
		case "relationship.adjust": return {
			what: "relationship",
			entity: t,
			key: r
		};
		case "fact.set": return {
			what: "fact",
			entity: t,
			key: r
		};
		case "time.advance": return {
			what: "time",
			entity: null,
			key: null
		};
	}
}
function He(e, t, n) {
	if (Pe(e).some((e) => !_e(n, e))) return "no_entity";
	let r = e.op === "location.move" ? e.key ?? null : t;
	if (r === x) return "unknown";
	if (w(r)) return "does_not_fit";
	let { what: i, entity: a, key: o } = Ve(e), [s, c] = [a ?? "", o ?? ""], l = Ue(n, i, s, c);
	if (!We(e, r, n)) return "does_not_fit";
	let u = Ge(e.op, l, r);
	if (u === x) return "unknown";
	if (u === l) return null;
	let d = l === x ? null : l;
	return {
		effect_id: e.id,
		op: e.op,
		what: i,
		entity_id: a,
		key: o,
		before: d,
		after: u
	};
}
function Ue(e, t, n, r) {
	switch (t) {
		case "property": return j(e, n, r);
		case "location": return ue(e, n);
		case "item": return pe(e, n, r);
		case "relationship": return me(e, n, r);
		case "fact": return he(e, n, r);
		case "time": return ge(e);
	}
}
function We({ op: e, target: t, key: n = "" }, r, i) {
	switch (e) {
		case "property.set":
		case "property.add": return ce(i, t ?? "", n);
		case "quest.set_state": return typeof r == "string" && ce(i, t ?? "", "state");
		case "location.move": return de(i, n, t ?? "") !== !0;
		case "inventory.give":
		case "inventory.take": return Number.isSafeInteger(r) && Number(r) >= 0;
		case "relationship.set": return typeof r == "number";
		case "time.advance": return typeof r == "number" && r >= 0;
		case "fact.set": return r !== null;
		default: return !0;
	}
}
function Ge(e, t, n) {
	switch (e) {
		case "property.add":
		case "inventory.give":
		case "relationship.adjust":
		case "time.advance": return L("add", t, n);
		case "inventory.take": {
			let e = L("sub", t, n);
			return typeof e == "number" ? Math.max(0, e) : e;
		}
		default: return n;
	}
}
function Ke(e, { what: t, entity_id: n, key: r, after: i }) {
	let a = e.findIndex((e) => e.what === t && e.entity === n && e.key === r), o = {
		what: t,
		entity: n,
		key: r,
		value: i
	};
	if (a >= 0) return e.with(a, o);
	let s = (e) => e.what === "property" && t === "property" && e.entity === n && r?.startsWith(`${e.key}.`);
	return [...e.filter((e) => !s(e)), o];
}
// domain/runtime/effects.ts
var qe = 10, Je = 10;
function Ye(e, t, { draft: n, dialogue: r, tell: i }) {
	let { work: a } = t;
	for (let o of e) {
		a.spend(qe);
		let e = {
			...t,
			state: n.state
		}, s = new I(e), c = s.failing(o.when) === null, l = c && o.value !== null ? s.value(o.value) : x;
		if (n.state.draws = s.draws, !c) continue;
		let u = W(o) ? Ze(o, l, e, n) : Qe(o, l, n, r);
		u !== null && (i(u), a.spend(Xe(u) / Je));
	}
}
function Xe(e) {
	return e.kind === "told" ? D(e.value) : e.kind === "changed" || e.kind === "proposed" ? D(e.before) + D(e.after) : 0;
}
function Ze(e, t, n, { state: r }) {
	let i = He(e, t, n);
	return i === null ? null : typeof i == "string" ? {
		kind: "refused",
		effect_id: e.id,
		reason: i
	} : (r.world = Ke(r.world ?? [], i), {
		kind: "proposed",
		...i
	});
}
function Qe(e, t, n, r) {
	let i = e.id, a = (e) => ({
		kind: "refused",
		effect_id: i,
		reason: e
	});
	if (e.op === "opaque") return a("opaque");
	if (e.op === "reset_visits") return e.value !== null && typeof t != "string" ? a("unknown") : ($e(n, e.value === null ? null : String(t), r), {
		kind: "reset",
		effect_id: i
	});
	if (e.op === "command" || e.op === "emit") return t === x ? a("unknown") : {
		kind: "told",
		effect_id: i,
		op: e.op,
		value: t
	};
	let o = e.target === null ? void 0 : r.variables.get(e.target);
	if (o === void 0) return a("no_variable");
	let s = G(n.state, o), c = tt(e, s, t, o);
	if (c === x) return a("unknown");
	let l = et(c, o);
	return l === x ? a("does_not_fit") : C(l, s) === !0 ? null : (n.put("values", o.id, l), {
		kind: "changed",
		effect_id: i,
		variable_id: o.id,
		before: s,
		after: l
	});
}
function $e(e, t, n) {
	let { state: r } = e;
	if (t === null) {
		Object.assign(r, {
			visits: {},
			taken: {},
			taken_this_visit: []
		});
		return;
	}
	let i = B(n).flatMap(({ nodes: e }) => e.get(t) ?? []), a = /* @__PURE__ */ new Set([t, ...i.flatMap(({ branches: e }) => e.map((e) => e.id))]);
	e.remove("visits", a), e.remove("taken", a), r.taken_this_visit.length > 0 && (r.taken_this_visit = r.taken_this_visit.filter((e) => !a.has(e)));
}
function et(e, { type: t, enum_values: n, min: r = null, max: i = null }) {
	return c(e, t, n) ? w(e) ? n.filter((t) => e.includes(t)) : typeof e == "number" ? l(e, {
		min: r,
		max: i
	}) : e : x;
}
function G({ values: e }, { id: t, default: n }) {
	let r = g(e, t);
	return r === void 0 ? n : r;
}
function tt(e, t, n, r) {
	switch (e.op) {
		case "set": return n;
		case "add":
		case "sub":
		case "mul":
		case "div":
		case "mod": {
			let i = De(e.op, t, n);
			return r.type === "integer" && typeof i == "number" ? Math.trunc(i) || 0 : i;
		}
		case "toggle": return typeof t == "boolean" ? !t : x;
		case "push": return nt(t) && typeof n == "string" ? [...t.filter((e) => e !== n), n] : x;
		case "remove": return nt(t) && typeof n == "string" ? t.filter((e) => e !== n) : x;
		case "clear": return r.type === "set" ? [] : r.default;
		case "reset": return r.default;
		default: return x;
	}
}
function nt(e) {
	return e !== x && w(e);
}
// domain/runtime/offers.ts
function rt(e, t) {
	let { dialogue: n, state: r } = e, { offers: i, draws: a } = ot({
		...e,
		depth: 0,
		drawn: r.drawn_before,
		known: /* @__PURE__ */ new Map()
	}, t), o = i.filter(({ available: e }) => e);
	if (t.kind === "random" && o.length > 0) {
		let { dice: e } = n;
		if (e !== void 0) {
			let t = o.filter(({ branch: e }) => e.weight > 0), n = t.length === 0 ? o.slice(0, 1) : t;
			return {
				all: i,
				next: n[e(n.length)] ?? null,
				draws: a
			};
		}
		return {
			all: i,
			next: pt(o, m(r.seed, a)),
			draws: a + 1
		};
	}
	return {
		all: i,
		next: dt(t, i, r),
		draws: a
	};
}
function it(e, t) {
	return K({
		...e,
		depth: 0,
		drawn: e.state.draws,
		known: /* @__PURE__ */ new Map()
	}, t);
}
var at = 4;
function K(e, t) {
	let { graph: n, depth: r, known: i } = e, a = n.nodes.get(t);
	if (a === void 0 || r >= at) return x;
	let o = `${r} ${t}`, s = i.get(o);
	return s === void 0 && (s = ot({
		...e,
		depth: r + 1
	}, a).offers.some(({ available: e }) => e), i.set(o, s)), s;
}
function ot(e, t) {
	let { dialogue: n, graph: r, state: i, work: a } = e, o = e.drawn, s = 0, c = (t) => K(e, t);
	return {
		offers: t.branches.map((e) => {
			a.spend(1);
			let t = l(e), n = t === null;
			return n && e.kind === "choice" && (s += 1), {
				branch: e,
				available: n,
				shown: n || e.when_unavailable === "disable",
				obstacle: t
			};
		}),
		draws: o
	};
	function l(n) {
		return st(e, n) ? { kind: "taken-once" } : d(t.id, n.conditions) ?? u(n);
	}
	function u({ target_graph_id: e, target_node_id: t }) {
		let i = z(n, e ?? r.id), a = t === null ? void 0 : i?.nodes.get(t);
		return a === void 0 ? null : d(a.id, a.conditions);
	}
	function d(e, t) {
		if (t.length === 0) return null;
		let { world: r, dice: l } = n, u = new I({
			state: i,
			nodeId: e,
			choices: s,
			world: r,
			dice: l,
			work: a,
			hasContent: c
		}, o), d = u.failing(t);
		return o = u.draws, d === null ? null : {
			kind: "condition",
			...d
		};
	}
}
function st({ state: e, work: t }, n) {
	let { id: r, repeat_scope: i } = n, a = u(n);
	return a === Infinity ? !1 : i === "visit" ? (t.spend(e.taken_this_visit.length / ct), ut(e.taken_this_visit, r) >= a) : (i === "player" ? ut(e.taken_by_player, r) : 0) + (g(e.taken, r)?.count ?? 0) >= a;
}
var ct = 10, lt = /* @__PURE__ */ new WeakMap();
function ut(e, t) {
	if (e.length === 0) return 0;
	let n = lt.get(e);
	if (n === void 0) {
		let t = /* @__PURE__ */ new Map();
		for (let n of e) t.set(n, (t.get(n) ?? 0) + 1);
		lt.set(e, t), n = t;
	}
	return n.get(t) ?? 0;
}
function dt(e, t, n) {
	let r = t.filter(({ available: e }) => e), i = (e) => r.find(({ branch: t }) => t.kind === e);
	if (e.kind === "storylet_group") return ft(r, n);
	if (U(e)) {
		let t = r.filter(({ branch: e }) => e.kind === "choice" || e.kind === "auto"), n = e.kind === "detour" || e.kind === "subgraph" ? void 0 : i("else");
		return t[0] ?? n ?? i("fallback") ?? null;
	}
	if (r.filter(({ branch: e }) => e.kind === "choice" || e.kind === "event").length === 0) return i("auto") ?? i("else") ?? i("fallback") ?? null;
	let a = t.filter(({ branch: e }) => e.kind === "choice" || e.kind === "event"), [o] = a;
	return a.length === 1 && o?.branch.kind === "choice" && o.branch.choice_text.trim() === "" && o !== void 0 ? o : null;
}
function ft(e, { taken: t }) {
	let n = e.map((e) => {
		let n = g(t, e.branch.id);
		return {
			offer: e,
			rank: [
				-e.branch.conditions.length,
				n?.count ?? 0,
				n?.turn ?? -1
			]
		};
	}), [r] = n;
	for (let e of n) e.rank.reduce((e, t, n) => e || t - (r?.rank[n] ?? 0), 0) < 0 && (r = e);
	return r?.offer ?? null;
}
function pt(e, t) {
	let n = e.reduce((e, { branch: t }) => e + t.weight, 0);
	if (n === 0) return e[0] ?? null;
	let r = t * n;
	for (let t of e) if (r -= t.branch.weight, r < 0) return t;
	return e.findLast(({ branch: e }) => e.weight > 0) ?? null;
}
// domain/runtime/scopes.ts
var mt = /* @__PURE__ */ new WeakMap();
function ht(e, t) {
	let n = mt.get(e);
	if (n === void 0) {
		let t = [...e.values()];
		n = new Map(s.map((e) => [e, t.filter((t) => t.scope === e)])), mt.set(e, n);
	}
	return n.get(t) ?? [];
}
function gt({ variables: e }, t, n) {
	let r = ht(e, n);
	for (let { id: e, default: n } of r) t.put("values", e, n);
	return r.length;
}
function _t({ variables: e }, t) {
	let n = ht(e, "dialogue");
	return n.length === 0 ? null : Object.fromEntries(n.map((e) => [e.id, G(t, e)]));
}
// domain/text-marks/text-mark.ts
function q(e) {
	let t = e.length;
	for (let n = e.length - 1; n > 0; --n) (e.charCodeAt(n) & 64512) == 56320 && b(e, n - 1) && --t;
	return t;
}
// domain/runtime/words.ts
var vt = /\{([^{}\n]+)\}/g, yt = ({ 1: e = "" }) => e.trim();
function bt({ choice_text: e, text_marks: t }) {
	return {
		text: e,
		text_marks: t
	};
}
function* xt({ text: e, text_marks: t = [] }) {
	if (!e.includes("{")) return;
	let n = t.filter(({ kind: e }) => e === "literal"), [r, i] = [0, 0], a = (t) => {
		for (i += q(e.slice(r, t)), r = t; n[0] !== void 0 && n[0].end <= i;) n.shift();
		return n[0] !== void 0 && n[0].start <= i;
	};
	for (let t of e.matchAll(vt)) {
		let { index: e, 0: r } = t;
		n.length !== 0 && (a(e) || a(e + r.length - 1)) || (yield t);
	}
}
function J(e, t, n, r = new E()) {
	let { room: i } = r, { text: a, text_marks: o = [] } = e, s = o.filter(({ kind: e }) => e !== "literal"), c = wt(t), l = [], u = "", d = 0, f = 0, p = (e, t) => {
		if (u += t ?? e, s.length === 0) return;
		let n = f, r = q(e);
		f += t === void 0 ? r : q(t);
		for (let e = 0; e < r; e++) l.push(t === void 0 ? [n + e, n + e] : [e === 0 ? n : f, n]);
	};
	for (let t of xt(e)) {
		let e = c.get(yt(t));
		if (e !== void 0 && (p(a.slice(d, t.index)), p(t[0], T(G({ values: n }, e))), d = t.index + t[0].length, u.length > i)) break;
	}
	u.length <= i && p(a.slice(d));
	let m = St(u, i);
	r.say(m.length);
	let h = q(m) - (m === u ? 0 : 1), g = (e, t) => Math.min(l[e]?.[t] ?? h, h);
	return {
		text: m,
		text_marks: s.map((e) => ({
			kind: e.kind,
			start: g(e.start, 0),
			end: g(e.end, 1)
		})).filter((e) => e.start < e.end)
	};
}
function St(e, t) {
	return e.length <= t ? e : `${e.slice(0, b(e, t - 1) ? t - 1 : t)}…`;
}
var Ct = /* @__PURE__ */ new WeakMap();
function wt(e) {
	let t = Ct.get(e);
	if (t !== void 0) return t;
	let n = new Map(Array.from(e.values(), (e) => [e.name, e]));
	return Ct.set(e, n), n;
}
// domain/runtime/run.ts
function Tt(e) {
	switch (e.kind) {
		case "choices":
		case "blocked": return e.choices;
		case "continue": return [e.choice];
		case "waiting": return e.events;
		default: return [];
	}
}
function Et(e) {
	return e.kind === "blocked" ? [] : Tt(e).filter(({ available: e }) => e);
}
var Dt = 1e3, Ot = 1e3, kt = 1e5;
function At(e, { from: n = null, ...r } = {}) {
	t("begin", { story: e });
	let i = n !== null && e.nodes.has(n) ? n : H(e);
	return new X(e, _(e.variables.values(), r)).play((t) => i === null ? { kind: "nothing" } : t.goOn({
		graph: e.id,
		node: i
	}));
}
function Y(e, n, r) {
	return t("choose", {
		story: e,
		state: n,
		branch: r
	}), new X(e, {
		...n,
		turn: n.turn + 1,
		phase: "open"
	}).play((e) => {
		let t = e.take(r);
		return e.forgetTemporary(), "halt" in t ? t.halt : e.goOn(t.frame);
	});
}
function jt(e, n, { event: r, values: i = {} } = {}) {
	t("answer", {
		story: e,
		state: n
	});
	let a = Object.entries(i).flatMap(([t, n]) => {
		let r = e.variables.get(t), i = r === void 0 ? x : et(n, r);
		return i === x ? [] : [[t, i]];
	}), o = {
		...n,
		values: {
			...n.values,
			...Object.fromEntries(a)
		}
	}, { halt: s } = Mt(e, o);
	if (s.kind === "command") return new X(e, {
		...o,
		turn: o.turn + 1,
		phase: "open",
		drawn_before: o.draws
	}).play((e) => e.goOn(null));
	let c = Et(s).find(({ branch: e }) => e.kind === "event" && (r === void 0 || e.choice_text === r));
	return c === void 0 ? null : Y(e, o, c.branch);
}
function Mt(e, n) {
	t("stand", {
		story: e,
		state: n
	});
	let r = new E(e.meter);
	return Nt(r, () => {
		let t = V(e, n.at);
		if (t === null) return {
			halt: Pt,
			draws: n.draws
		};
		let i = {
			dialogue: e,
			graph: t.graph,
			state: n,
			work: r
		}, { halt: a, draws: o } = Ft(i, t.node);
		return {
			halt: It(a, i, t.node),
			draws: o
		};
	}) ?? {
		halt: { kind: "circle" },
		draws: n.draws
	};
}
function Nt(e, t) {
	try {
		return t();
	} catch (e) {
		if (e instanceof ae) return null;
		throw e;
	} finally {
		e.end();
	}
}
var Pt = { kind: "nothing" };
function Ft(e, t) {
	let { phase: n, draws: r } = e.state;
	if (t.kind === "command" && n === "asked") return {
		halt: { kind: "command" },
		draws: r
	};
	if (t.kind === "end" || t.kind === "return" || t.branches.length === 0) return {
		halt: Lt(t),
		draws: r
	};
	let i = rt(e, t), a = (e) => ({
		halt: e,
		draws: i.draws
	});
	if (i.next !== null) return a({
		kind: "continue",
		choice: i.next
	});
	let o = i.all.filter(({ branch: { kind: e } }) => e === "choice" || e === "event"), s = o.filter(({ available: e }) => e);
	if (U(t) || s.length === 0) return a({
		kind: "blocked",
		choices: i.all
	});
	let c = s.filter(({ branch: e }) => e.kind === "event");
	return a(c.length === s.length ? {
		kind: "waiting",
		events: c
	} : {
		kind: "choices",
		choices: o
	});
}
function It(e, { dialogue: { variables: t }, state: { values: n }, work: r }, i) {
	let a = (e) => {
		let { branch: i, available: a, shown: o, obstacle: s } = e;
		return {
			branch: i,
			...J(bt(i), t, n, r),
			available: a,
			shown: o,
			obstacle: s
		};
	};
	switch (e.kind) {
		case "choices":
		case "blocked": return {
			kind: e.kind,
			choices: e.choices.map(a)
		};
		case "continue": return {
			kind: "continue",
			choice: a(e.choice)
		};
		case "waiting": return {
			kind: "waiting",
			events: e.events.map(a)
		};
		case "command": return {
			kind: "command",
			nodeId: i.id,
			text: J(i, t, n, r).text
		};
		default: return e;
	}
}
function Lt({ kind: e, exit_to: t }) {
	return t === null ? { kind: e === "end" || e === "return" ? "ending" : "dead-end" } : {
		kind: "leaves",
		graphId: t.graph_id,
		nodeId: t.node_id
	};
}
var Rt = ({ kind: e, ...t }) => t, zt = {
	entered: 0,
	completed: 0,
	turn: 0
}, X = class {
	#e;
	#t = [];
	#n = [];
	#r = [];
	#i = [];
	#a;
	#o;
	constructor(e, t) {
		this.#e = e, this.#a = new E(e.meter), this.#o = new p(t);
	}
	get #s() {
		return this.#o.state;
	}
	play(e) {
		let t = Nt(this.#a, () => e(this)) ?? { kind: "circle" }, n = this.#i.flatMap((e) => e.kind === "proposed" ? [Rt(e)] : []);
		return {
			nodes: this.#t,
			said: this.#n,
			way: this.#r,
			trace: this.#i,
			proposed: n,
			state: this.#s,
			halt: t
		};
	}
	goOn(e) {
		let t = e;
		for (let e = 0; e < Dt; e++) {
			t !== null && this.#m(t);
			let e = V(this.#e, this.#s.at);
			if (e === null) return Pt;
			let n = this.#c(e.graph), { halt: r, draws: i } = Ft(n, e.node);
			this.#s.draws = i;
			let a = this.#l(e.node, r);
			if (a === null) return this.#b(r), It(r, n, e.node);
			if ("halt" in a) return a.halt;
			t = a.frame;
		}
		return { kind: "circle" };
	}
	#c(e) {
		return {
			dialogue: this.#e,
			graph: e,
			state: this.#s,
			work: this.#a
		};
	}
	#l(e, t) {
		if (t.kind === "continue") return Bt(e, t.choice.branch) ? this.take(t.choice.branch) : null;
		if (t.kind === "leaves") {
			let n = z(this.#e, t.graphId);
			if (n === void 0) return null;
			let r = t.nodeId ?? H(n);
			return r === null || !n.nodes.has(r) ? null : (this.#v(e.id), this.#p(), { frame: {
				graph: n.id,
				node: r
			} });
		}
		return t.kind === "ending" ? (e.kind !== "return" && this.#p(), this.#d()) : null;
	}
	take(e) {
		let { at: t, taken: n, turn: r, taken_this_visit: i } = this.#s, a = V(this.#e, t);
		if (this.#g(e.id)) {
			let t = g(n, e.id)?.count ?? 0;
			this.#o.put("taken", e.id, {
				count: t + 1,
				turn: r
			}), e.repeat !== "limited" && i.includes(e.id) || (this.#s.taken_this_visit = [...i, e.id]);
		}
		this.#r.push(e.id), this.#i.push({
			kind: "took",
			branch_id: e.id
		}), this.#y(e.effects, t?.node ?? "");
		let o = a !== null && ze(a.node) && e.kind !== "else";
		t !== null && !o && this.#v(t.node), e.unwind && this.#f();
		let s = this.#u(e);
		if ("frame" in s && o && t !== null) {
			let e = _t(this.#e, this.#s), { stack: n } = this.#s, r = e === null ? 0 : Object.keys(e).length;
			if (this.#a.spend(r), n.length >= Ot || (n.length + 1) * r > kt) return { halt: { kind: "circle" } };
			this.#s.stack = [...n, e === null ? t : {
				...t,
				values: e
			}], this.#i.push({
				kind: "detoured",
				node_id: t.node
			});
		}
		return s;
	}
	forgetTemporary() {
		this.#a.spend(gt(this.#e, this.#o, "temporary"));
	}
	#u(e) {
		let { target_graph_id: t, target_node_id: n } = e, r = this.#s.at?.graph ?? this.#e.id, i = t ?? r, a = z(this.#e, i);
		if (a === void 0) return { halt: {
			kind: "leaves",
			graphId: i,
			nodeId: n
		} };
		let o = n ?? (i === r ? null : H(a));
		return o === null || !a.nodes.has(o) ? { halt: {
			kind: "missing",
			branch: e
		} } : { frame: {
			graph: i,
			node: o
		} };
	}
	#d() {
		for (let e = this.#s.stack.at(-1); e !== void 0; e = this.#s.stack.at(-1)) {
			this.#s.stack = this.#s.stack.slice(0, -1);
			let t = V(this.#e, e);
			if (t === null) continue;
			this.#i.push({
				kind: "returned",
				node_id: e.node
			});
			let { graph: n, node: r, values: i } = e;
			if (i !== void 0 && n !== this.#s.at?.graph) for (let [e, t] of Object.entries(i)) this.#o.put("values", e, t);
			this.#s.at = {
				graph: n,
				node: r
			}, this.#s.drawn_before = this.#s.draws;
			let { all: a, draws: o } = rt(this.#c(t.graph), t.node);
			this.#s.draws = o;
			let s = a.find(({ branch: e, available: t }) => t && e.kind === "else");
			if (s !== void 0) return this.take(s.branch);
			this.#v(e.node);
		}
		return null;
	}
	#f() {
		let { stack: e } = this.#s;
		for (let { node: t } of e.toReversed()) this.#v(t);
		e.length > 0 && (this.#s.stack = []);
	}
	#p() {
		let e = this.#s.at?.graph, t = [...this.#s.stack];
		for (let n = t.at(-1); n !== void 0 && n.graph === e; n = t.at(-1)) t.pop();
		t.length !== this.#s.stack.length && (this.#s.stack = t);
	}
	#m(e) {
		let t = this.#s, { turn: n, at: r } = t, i = V(this.#e, e)?.node;
		t.at = e, t.phase = i?.kind === "command" ? "asked" : "open", r !== null && r.graph !== e.graph && this.#a.spend(gt(this.#e, this.#o, "dialogue")), this.#_(e.node, ({ entered: e, completed: t }) => ({
			entered: e + 1,
			completed: t,
			turn: n
		})), r?.node !== e.node && t.taken_this_visit.length > 0 && (t.taken_this_visit = []), this.#t.push(e.node), this.#i.push({
			kind: "entered",
			node_id: e.node
		}), this.#y(i?.on_enter_effects ?? [], e.node), i !== void 0 && Re(i) && this.#h(i), this.#s.drawn_before = this.#s.draws;
	}
	#h(e) {
		let t = this.#o.keptValues();
		this.#n.push({
			node: e.id,
			...J(e, this.#e.variables, t, this.#a),
			values: t
		}), this.#n.length > 1 && this.#a.spend(this.#e.variables.size);
	}
	#g(e) {
		return this.#e.memory?.counted.has(e) ?? !0;
	}
	#_(e, t) {
		this.#g(e) && this.#o.put("visits", e, t(g(this.#s.visits, e) ?? zt));
	}
	#v(e) {
		this.#i.push({
			kind: "completed",
			node_id: e
		}), this.#_(e, (e) => ({
			...e,
			completed: e.completed + 1
		}));
	}
	#y(e, t) {
		if (e.length === 0) return;
		let { world: n, dice: r } = this.#e, { at: i } = this.#s, a = i === null ? void 0 : z(this.#e, i.graph);
		Ye(e, {
			nodeId: t,
			choices: 0,
			world: n,
			dice: r,
			work: this.#a,
			hasContent: (e) => a === void 0 ? x : it(this.#c(a), e)
		}, {
			draft: this.#o,
			dialogue: this.#e,
			tell: (e) => this.#i.push(e)
		});
	}
	#b(e) {
		if (this.#e.memory?.offers === !1) return;
		let t = (e.kind === "choices" ? e.choices : e.kind === "continue" ? [e.choice] : []).filter((e) => e.shown && !Object.hasOwn(this.#s.offered, e.branch.id));
		if (t.length === 0) return;
		let n = Object.fromEntries(t.map(({ branch: e }) => [e.id, !0]));
		this.#s.offered = {
			...this.#s.offered,
			...n
		};
	}
};
function Bt(e, t) {
	return Re(e) ? !1 : U(e) || t.kind !== "choice" || t.choice_text.trim() === "";
}
// domain/runtime/world-slots.ts
function Vt({ what: e, entity: t, key: n }) {
	return e === "location" || e === "time" ? e : Z(e, t ?? "", n ?? "");
}
function Ht(e) {
	return Vt(Ve(e));
}
function Ut(e) {
	if ("entity" in e) return Z("property", e.entity, e.path);
	if (!("fn" in e) || "op" in e) return null;
	let [t, n] = e.args.map(Gt);
	switch (e.fn) {
		case "quest_state": return t ? Z("property", t, Be) : "property";
		case "has_item": return t && n ? Z("item", t, n) : "item";
		case "relationship":
		case "fact": return t && n ? Z(e.fn, t, n) : e.fn;
		case "at_location": return "location";
		case "world_time": return "time";
		default: return null;
	}
}
function Wt(e, t) {
	return e === t || t.startsWith(`${e} `);
}
function Z(e, t, n) {
	return `${e} ${t} ${e === "property" ? n.split(".", 1) : n}`;
}
function Gt(e) {
	return "ref" in e ? e.ref : "lit" in e && typeof e.lit == "string" ? e.lit : null;
}
// domain/runtime/relevance.ts
function Kt(e) {
	let t = new Map(B(e).flatMap((e) => Array.from(e.nodes))), n = /* @__PURE__ */ new Map(), r = (e) => {
		let t = n.get(e);
		return t === void 0 ? (n.set(e, n.size), n.size - 1) : t;
	}, i = new Map(Array.from(t.values(), (e) => [e.id, Yt(e, t).map(r)])), a = Math.ceil(n.size / 32) || 1, o = /* @__PURE__ */ new Map();
	for (let [e, t] of i) {
		let n = new Uint32Array(a);
		for (let e of t) n[e >>> 5] = (n[e >>> 5] ?? 0) | 1 << (e & 31);
		o.set(e, n);
	}
	let s = Xt(e, t), c = new Set(t.keys());
	for (let e of c) {
		c.delete(e);
		let t = o.get(e);
		if (t !== void 0) for (let n of s.get(e) ?? []) {
			let e = o.get(n);
			e !== void 0 && Jt(e, t) && c.add(n);
		}
	}
	let l = (e, t) => {
		let r = n.get(t), i = o.get(e);
		return i === void 0 || r !== void 0 && !!((i[r >>> 5] ?? 0) & 1 << (r & 31));
	};
	return {
		readsVariable: (e, t) => l(e, `var ${t}`),
		readsWorld: (e, t) => l(e, `world ${t}`) || l(e, `world ${t.split(" ", 1)}`),
		asksFor: (e, t) => l(e, `count ${t}`) || l(e, qt),
		leadsTo: (e, t) => l(e, `node ${t}`)
	};
}
var qt = "count";
function Jt(e, t) {
	let n = !1;
	for (let r = 0; r < t.length; r++) {
		let i = (e[r] ?? 0) | (t[r] ?? 0);
		i >>> 0 !== (e[r] ?? 0) && (e[r] = i, n = !0);
	}
	return n;
}
function Yt(e, t) {
	let n = /* @__PURE__ */ new Set();
	(e.kind === "storylet_group" || e.branches.some(({ repeat: e }) => e !== "sticky")) && n.add(`node ${e.id}`);
	let r = /* @__PURE__ */ new Set([e.id]), i = (e, i) => {
		Ie(e, (e) => {
			"var" in e && n.add(`var ${e.var}`);
			let o = Ut(e);
			if (o !== null && n.add(`world ${o}`), !("fn" in e) || "op" in e) return;
			let [s] = e.args;
			e.fn === "turns" && n.add("count ");
			let c = s === void 0 ? i : "ref" in s ? s.ref : "lit" in s ? String(s.lit) : null;
			n.add(c === null ? qt : `count ${c}`);
			let l = c === null ? void 0 : t.get(c);
			e.fn === "has_any_content" && l !== void 0 && !r.has(l.id) && (r.add(l.id), a(l));
		});
	}, a = (r) => {
		r !== e && r.branches.some(({ repeat: e }) => e !== "sticky") && n.add(`node ${r.id}`);
		for (let e of r.branches) {
			for (let t of e.conditions) i(t, r.id);
			let n = e.target_node_id === null ? void 0 : t.get(e.target_node_id);
			for (let e of n?.conditions ?? []) i(e, n?.id ?? "");
		}
	};
	a(e);
	let o = [...e.on_enter_effects, ...e.branches.flatMap((e) => e.effects)];
	for (let { value: t, when: n } of o) for (let r of t === null ? n : [t, ...n]) i(r, e.id);
	return [...n];
}
function Xt(e, t) {
	let n = /* @__PURE__ */ new Map(), r = (e, r) => {
		r != null && t.has(r) && O(n, r, e);
	}, i = new Map(B(e).map((e) => [e.id, H(e)]));
	for (let e of t.values()) {
		for (let { target_node_id: t, target_graph_id: n } of e.branches) r(e.id, t ?? (n === null ? null : i.get(n)));
		e.exit_to !== null && r(e.id, e.exit_to.node_id ?? i.get(e.exit_to.graph_id));
	}
	return n;
}
// domain/runtime/sequence-set.ts
var Zt = class {
	#e = /* @__PURE__ */ new Int32Array(4096);
	#t = 0;
	#n = 1;
	#r = (/* @__PURE__ */ new Int32Array(1024)).fill(-1);
	#i = 0;
	get size() {
		return this.#i;
	}
	push(e) {
		if (this.#n === this.#e.length) {
			let e = new Int32Array(this.#e.length * 2);
			e.set(this.#e), this.#e = e;
		}
		this.#e[this.#n++] = e;
	}
	add() {
		this.#e[this.#t] = this.#n - this.#t;
		let e = this.#a(this.#t), t = this.#r[e] === -1;
		return t && (this.#r[e] = this.#t, this.#i += 1, this.#t = this.#n, this.#i * 2 > this.#r.length && this.#o()), this.#n = this.#t, this.push(0), t;
	}
	#a(e) {
		let t = this.#e, n = t[e] ?? 0, r = 0;
		for (let i = e; i < e + n; i++) r = Math.imul(r ^ (t[i] ?? 0), 2654435761), r ^= r >>> 15;
		let i = this.#r.length - 1;
		for (let a = r & i;; a = a + 1 & i) {
			let r = this.#r[a] ?? -1;
			if (r === -1) return a;
			let i = 0;
			for (; i < n && t[e + i] === t[r + i];) i++;
			if (i === n) return a;
		}
	}
	#o() {
		let e = this.#r.filter((e) => e !== -1);
		this.#r = new Int32Array(this.#r.length * 2).fill(-1);
		for (let t of e) this.#r[this.#a(t)] = t;
	}
}, Qt = /* @__PURE__ */ new Set([
	"visits",
	"visited",
	"offered",
	"turns",
	"turns_since"
]), $t = /* @__PURE__ */ new Set([
	"eq",
	"ne",
	"lt",
	"lte",
	"gt",
	"gte"
]);
function en(e) {
	let t = B(e).flatMap((e) => [...e.nodes.values()]), { counts: n, values: r, world: i } = un(t), a = t.flatMap(({ id: e, branches: t }) => t.filter(({ repeat: e }) => e !== "sticky").map((t) => ({
		...t,
		node: e,
		limit: u(t)
	}))), o = t.filter(({ kind: e }) => e === "storylet_group"), s = Kt(e), c = (e) => {
		let t = (t) => e.some(t);
		return {
			asked: [...n.values()].filter(({ counted: e }) => t((t) => s.asksFor(t, e))),
			kept: [...r].filter(([e]) => t((t) => s.readsVariable(t, e))),
			world: [...i].filter(([e]) => t((t) => s.readsWorld(t, e))),
			limits: a.filter((e) => t((t) => s.leadsTo(t, e.node))),
			pools: o.filter((e) => t((t) => s.leadsTo(t, e.id)))
		};
	}, l = [...e.variables.values()].some(({ scope: e }) => e === "dialogue"), d = [...n.keys()], f = {
		counted: /* @__PURE__ */ new Set([
			...Array.from(n.values(), ({ counted: e }) => e),
			...a.map(({ id: e }) => e),
			...o.flatMap(({ branches: e }) => e.map(({ id: e }) => e))
		]),
		offers: d.some((e) => e.startsWith("offered"))
	}, p = 0, m = (t, n) => {
		let { asked: r, kept: i, world: a, limits: o, pools: s } = c([t?.node ?? "", ...n.map(({ node: e }) => e)]), l = new nn();
		for (let { counted: e, fn: t, read: n, limit: i } of r) l.add(e, t, n, i + 1);
		for (let { id: e, limit: t, repeat_scope: n } of o) l.add(e, null, sn(e, n === "visit"), t);
		let { always: u, byId: d } = l, f = V(e, t)?.node.branches ?? [], m = new Int32Array(l.words);
		return {
			id: p++,
			branches: f,
			kept: i,
			world: a,
			pools: s,
			always: u,
			byId: d,
			words: m,
			within: /* @__PURE__ */ new Map()
		};
	}, h = /* @__PURE__ */ new Map(), g = ({ at: e, stack: t }) => {
		let n = tn(h, e, () => m(e, []));
		for (let [r, i] of t.entries()) n = tn(n.within, i, () => m(e, t.slice(0, r + 1)));
		return n;
	}, _ = new Zt(), v = /* @__PURE__ */ new Map(), y = (e) => {
		let t = v.get(e) ?? v.size;
		return t === v.size && v.set(e, t), t;
	}, b = (e) => _.push(y(e)), x = (e) => {
		typeof e == "number" && e === e << 2 >> 2 ? _.push(e << 2) : Array.isArray(e) ? _.push(y(JSON.stringify(e)) << 2 | 1) : _.push(y(e) << 2 | 2);
	};
	return {
		add: ({ state: e, halt: t }, n) => {
			let r = g(e);
			if (_.push(r.id), b(t.kind), b(e.phase), l) for (let t of e.stack) b(JSON.stringify(t.values) ?? "");
			on(_, r.branches, n);
			for (let [t, n] of r.kept) x(cn(e.values[t] ?? null, n));
			for (let [t, n] of r.world) {
				let r = (e.world?.filter((e) => Vt(e) === t) ?? []).map(({ entity: e, key: t, value: r }) => JSON.stringify([
					e,
					t,
					cn(r, n)
				]));
				b(r.sort().join());
			}
			an(r, e);
			for (let e of r.words) _.push(e);
			for (let t of r.pools) b(ln(t, e));
			return _.add();
		},
		count: () => _.size,
		memory: f
	};
}
function tn(e, t, n) {
	let r = t?.graph ?? "", i = t?.node ?? "", a = e.get(r)?.get(i);
	if (a !== void 0) return a;
	let o = n();
	return e.set(r, new Map([...e.get(r) ?? [], [i, o]])), o;
}
var nn = class {
	always = [];
	byId = /* @__PURE__ */ new Map();
	#e = 0;
	get words() {
		return Math.ceil(this.#e / 32);
	}
	add(e, t, n, r) {
		let i = +(t === "turns_since"), a = r < rn ? 32 - Math.clz32(Math.max(0, r + i)) : 32;
		if (a === 0) return;
		this.#e % 32 + a > 32 && (this.#e = this.words * 32);
		let o = {
			read: n,
			most: r,
			offset: i,
			word: this.#e >>> 5,
			shift: this.#e & 31
		};
		this.#e += a, t === "turns" || t === "offered" ? this.always.push(o) : O(this.byId, e, o);
	}
}, rn = 2 ** 30;
function an({ words: e, always: t, byId: n }, r) {
	if (e.fill(0), t.length > 0 && Q(e, t, r), n.size !== 0) {
		for (let t of Object.keys(r.visits)) Q(e, n.get(t), r);
		for (let t of Object.keys(r.taken)) Q(e, n.get(t), r);
	}
}
function Q(e, t = [], n) {
	for (let { read: r, most: i, offset: a, word: o, shift: s } of t) e[o] = (e[o] ?? 0) | Math.min(r(n), i) + a << s;
}
function on(e, t, n) {
	let r = 0;
	for (let i = 0; i < t.length; i += 32) {
		let a = 0;
		for (let e = i; e < i + 32 && e < t.length; e++) n[r]?.branch === t[e] && (a |= 1 << e - i, r += 1);
		e.push(a);
	}
}
function sn(e, t) {
	return t ? ({ taken_this_visit: t }) => t.reduce((t, n) => t + +(n === e), 0) : ({ taken: t }) => g(t, e)?.count ?? 0;
}
function cn(e, { limit: t, onlyGrows: n }) {
	return n && typeof e == "number" ? Math.min(e, t + 1) : e;
}
function ln({ branches: e }, { taken: t }) {
	let n = e.map(({ id: e }) => g(t, e) ?? {
		count: 0,
		turn: -1
	}), r = Math.min(...n.map(({ count: e }) => e)), i = n.map(({ turn: e }) => e).toSorted((e, t) => e - t);
	return n.map(({ count: e, turn: t }) => `${e - r}.${i.indexOf(t)}`).join();
}
function un(e) {
	let t = /* @__PURE__ */ new Map(), n = /* @__PURE__ */ new Map(), r = /* @__PURE__ */ new Map(), i = e.flatMap(({ id: e, on_enter_effects: t, branches: n }) => [...t, ...n.flatMap((e) => e.effects)].map((t) => ({
		effect: t,
		id: e
	}))), a = (e, t, n) => {
		let r = e.get(t) ?? {
			limit: 0,
			onlyGrows: !0
		};
		e.set(t, {
			limit: Math.max(r.limit, n ?? 0),
			onlyGrows: r.onlyGrows && n !== null
		});
	}, o = (e) => {
		if (W(e)) {
			let t = Ht(e);
			return [...r.keys()].some((e) => Wt(e, t));
		}
		return e.target === null || n.has(e.target);
	}, s = (e, t, i = null) => {
		let o = Ut(e);
		if (o !== null && a(r, o, mn(e) ?? i), "var" in e) a(n, e.var, i);
		else if ("fn" in e && !("op" in e)) {
			Qt.has(e.fn) && c(e.fn, e.args, t, i);
			for (let n of e.args) "ref" in n || s(n, t);
		} else if ("op" in e && "args" in e) {
			let [n, r] = e.args;
			for (let i of e.args) {
				let a = i === n ? r : n, o = $t.has(e.op) && a !== void 0 && "lit" in a ? a.lit : null;
				s(i, t, typeof o == "number" ? Math.ceil(o) : null);
			}
		}
	}, c = (n, [r, i], a, o) => {
		let s = r === void 0 ? a : "ref" in r ? r.ref : "lit" in r ? String(r.lit) : null, c = i !== void 0 && "lit" in i && i.lit === "completed", l = s === null ? e.flatMap(({ id: e, branches: t }) => [e, ...t.map((e) => e.id)]) : [s];
		for (let e of l) {
			let r = `${n} ${n === "turns" ? "" : e} ${c}`, i = n === "visited" || n === "offered" ? 0 : o ?? Infinity, a = t.get(r);
			a === void 0 ? t.set(r, {
				counted: n === "turns" ? "" : e,
				fn: n,
				read: hn(n, e, c),
				limit: i
			}) : a.limit = Math.max(a.limit, i);
		}
	};
	for (let t of e) {
		for (let e of t.conditions) s(e, t.id);
		for (let { conditions: e } of t.branches) for (let n of e) s(n, t.id);
	}
	for (let e = -1; e !== n.size + r.size;) {
		e = n.size + r.size;
		for (let { effect: e, id: t } of i) if (o(e)) {
			for (let n of e.when) s(n, t);
			e.value !== null && s(e.value, t);
		}
	}
	let l = /* @__PURE__ */ new Map();
	for (let { effect: e } of i) {
		if (W(e)) {
			let t = Ht(e), n = [...r].filter(([e]) => Wt(e, t)).map(([, e]) => e);
			if (n.length === 0) continue;
			l.set(t, {
				limit: Math.max(...n.map(({ limit: e }) => e)),
				onlyGrows: n.every(({ onlyGrows: e }) => e) && (l.get(t)?.onlyGrows ?? !0) && dn(e)
			});
			continue;
		}
		let t = Ne(e), i = t === null ? void 0 : n.get(t);
		i !== void 0 && !dn(e) && (i.onlyGrows = !1);
	}
	return {
		counts: t,
		values: n,
		world: l
	};
}
function dn({ op: e, value: t }) {
	return e === "reset" || e === "clear" ? !0 : t === null || !("lit" in t) ? !1 : fn.has(e) || pn.has(e) && typeof t.lit == "number" && t.lit >= 0;
}
var fn = /* @__PURE__ */ new Set([
	"set",
	"property.set",
	"relationship.set",
	"fact.set"
]), pn = /* @__PURE__ */ new Set([
	"add",
	"property.add",
	"inventory.give",
	"relationship.adjust",
	"time.advance"
]);
function mn(e) {
	if (!("fn" in e) || e.fn !== "has_item") return null;
	let [, , t = { lit: 1 }] = e.args;
	return "lit" in t && typeof t.lit == "number" ? Math.ceil(t.lit) : null;
}
function hn(e, t, n) {
	switch (e) {
		case "turns": return ({ turn: e }) => e;
		case "turns_since": return ({ turn: e, visits: n, taken: r }) => {
			let i = g(n, t) ?? g(r, t);
			return i === void 0 ? -1 : e - i.turn;
		};
		case "offered": return ({ offered: e }) => +!!Object.hasOwn(e, t);
		default: return ({ visits: e, taken: r }) => {
			let i = g(e, t);
			return (n ? i?.completed : i?.entered) ?? g(r, t)?.count ?? 0;
		};
	}
}
// domain/runtime/explore.ts
function gn(e, { budget: n, ...r }) {
	return t("explore", { story: e }), _n(e, r)(n);
}
function _n(e, { isWanted: t, isStopped: n = () => !1, beginning: r = {} }) {
	let i = en(e), a = { spent: 0 }, o = new Sn({
		...e,
		memory: i.memory,
		meter: a
	}), s = [], c = null, l = 0, u = 0, d = 0, f = !1, p = !1, m = () => l > u * vn || a.spent > bn(u), h = () => i.count() > u || m(), g = () => p || m(), _ = (e, r, a) => {
		o.everyFall(e, (e, o) => {
			if (l += 1, p ||= n(), g()) return !1;
			if (e === null || c !== null) return !0;
			let { state: u, halt: d } = e, f = {
				before: r,
				branch: a,
				dice: o,
				onward: null
			};
			t(e) && (c = f);
			let m = Et(d);
			return i.add(e, m) && (f.onward = {
				state: u,
				open: m.map((e) => e.branch),
				isAsked: d.kind === "command"
			}, s.push(f)), !0;
		});
	}, v = (e) => {
		if (e.onward === null) return;
		let { state: t, open: n, isAsked: r } = e.onward;
		r && _((e) => jt(e, t), e, null);
		for (let r of n) {
			if (g()) return;
			_((e) => Y(e, t, r), e, r.id);
		}
	};
	return (e) => {
		for (u = e, p = n(), f ||= (_((e) => At(e, r), null, null), !g()); d < s.length && c === null && !h(); d++) {
			p ||= n();
			let e = s[d];
			if (p || e === void 0 || (v(e), g())) break;
			e.onward = null;
		}
		let t = Math.min(i.count(), u);
		return c === null ? {
			kind: p || h() ? "undecided" : "none",
			states: t
		} : {
			kind: "found",
			way: xn(c),
			states: t
		};
	};
}
var vn = 16, yn = 4e3, bn = (e) => ie.evaluations + e * yn;
function xn(e) {
	let t = [];
	for (let n = e; n !== null; n = n.before) t.push({
		branch: n.branch,
		dice: n.dice
	});
	return t.reverse();
}
var $ = [], Sn = class {
	#e;
	#t = $;
	#n = [];
	#r = [];
	constructor(e) {
		let t = (e) => {
			let t = this.#t[this.#n.length] ?? 0;
			return this.#r.push(e), this.#n.push(t), t;
		};
		this.#e = {
			...e,
			dice: t
		};
	}
	everyFall(e, t) {
		for (this.#t = $;;) {
			let n = e(this.#e), [r, i] = [this.#n, this.#r];
			if (r.length === 0) {
				t(n, $);
				return;
			}
			if ([this.#n, this.#r] = [[], []], !t(n, r)) return;
			let a = r.length - 1;
			for (; a >= 0 && (r[a] ?? 0) + 1 >= (i[a] ?? 0);) --a;
			if (a < 0) return;
			this.#t = [...r.slice(0, a), (r[a] ?? 0) + 1];
		}
	}
};
// packages/runtime/src/read-dialogue.ts
function Cn(e, { variables: n = [], others: r = [], world: i } = {}) {
	for (let n of [e, ...r]) t("readDialogue", { dialogue: n });
	return {
		...wn(e),
		variables: new Map(n.map((e) => [e.id, {
			enum_values: [],
			...e
		}])),
		others: new Map(r.map((e) => [e.id, wn(e)])),
		...i !== void 0 && { world: i }
	};
}
var wn = ({ id: e, start_node_id: t, nodes: n }) => ({
	id: e,
	start: t,
	nodes: new Map(n.map((e) => [e.id, Tn(e)]))
}), Tn = ({ branches: e = [], ...t }) => ({
	kind: "line",
	text: "",
	conditions: [],
	on_enter_effects: [],
	exit_to: null,
	...t,
	branches: e.map((e) => ({
		...o,
		conditions: [],
		effects: [],
		extensions: {},
		...e
	}))
});
export { jt as answer, At as begin, Y as choose, gn as explore, Cn as readDialogue, Mt as stand };
