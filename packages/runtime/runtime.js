// domain/dialogue/line-status.ts
var e = [
	"draft",
	"review",
	"final"
], t = {
	status: "draft",
	final_text: null
};
[...e];
// domain/dialogue/wire.ts
var n = {
	kind: "choice",
	target_node_id: null,
	target_graph_id: null,
	choice_text: "",
	when_unavailable: "hide",
	repeat: "sticky",
	repeat_scope: "playthrough",
	repeat_limit: null,
	unwind: !1,
	weight: 1,
	...t
}, r = [
	"project",
	"playthrough",
	"dialogue",
	"temporary"
];
function i(e, t, n = []) {
	switch (t) {
		case "set": return Array.isArray(e) && new Set(e).size === e.length && e.every((e) => n.includes(e));
		case "boolean": return typeof e == "boolean";
		case "integer": return Number.isSafeInteger(e);
		case "number": return typeof e == "number" && Number.isFinite(e);
		case "string": return typeof e == "string";
		case "enum": return typeof e == "string" && n.includes(e);
	}
}
function a(e, { min: t, max: n }) {
	return Math.min(n ?? e, Math.max(t ?? e, e));
}
function o({ repeat: e, repeat_limit: t }) {
	return e === "sticky" ? Infinity : e === "limited" ? t ?? 1 : 1;
}
// domain/runtime/random.ts
function s(e, t) {
	let n = e + Math.imul(t + 1, 2654435769) | 0;
	return n = Math.imul(n ^ n >>> 16, 569420461), n = Math.imul(n ^ n >>> 15, 1935289751), ((n ^ n >>> 15) >>> 0) / 4294967296;
}
function c(e, t, n, r) {
	let i = Math.ceil(Math.min(n, r)), a = Math.floor(Math.max(n, r));
	return a < i ? i : i + Math.floor(s(e, t) * (a - i + 1));
}
// domain/runtime/state.ts
function l(e, t) {
	return Object.hasOwn(e, t) ? e[t] : void 0;
}
function u(e, { seed: t = 1, values: n, taken_by_player: r, world_time: i }) {
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
// domain/runtime/value.ts
var d = Symbol("unknown");
function f(e) {
	return e === d ? d : e === !0;
}
function p(e, t) {
	return e === d || t === d ? d : !m(e) || !m(t) ? e === t : e.length === t.length && e.every((e) => t.includes(e));
}
function m(e) {
	return Array.isArray(e);
}
function ee(e, t) {
	if (typeof e == "number" && typeof t == "number") return e - t;
	if (typeof e != "string" || typeof t != "string") return null;
	let n = [...e], r = [...t];
	for (let e = 0; e < n.length && e < r.length; e++) {
		let t = (n[e]?.codePointAt(0) ?? 0) - (r[e]?.codePointAt(0) ?? 0);
		if (t !== 0) return t;
	}
	return n.length - r.length;
}
// domain/runtime/world.ts
function h({ state: e }, t, n, r) {
	return e.world?.find((e) => e.what === t && e.entity === n && e.key === r);
}
var g = (e) => e === null || typeof e == "string" || typeof e == "number" || typeof e == "boolean";
function _(e, t, n) {
	let r = b(e, t, n);
	return g(r) ? r : d;
}
function v(e, t, n) {
	let r = n.split("."), i = r.slice(1).map((n, i) => b(e, t, r.slice(0, i + 1).join(".")));
	return g(b(e, t, n)) && i.every((e) => e === null || y(e));
}
var y = (e) => typeof e == "object" && !!e && !Array.isArray(e);
function b(e, t, n) {
	let r = S(e, t)?.properties;
	if (r !== void 0) {
		for (let { what: r, entity: i, key: a, value: o } of e.state.world ?? []) if (r === "property" && i === t && a !== null) {
			if (a === n) return o;
			if (a.startsWith(`${n}.`)) return {};
			if (n.startsWith(`${a}.`)) return null;
		}
		for (let e of n.split(".")) {
			if (!y(r)) return null;
			r = Object.hasOwn(r, e) ? r[e] : null;
		}
		return r;
	}
}
function x(e, t) {
	let n = S(e, t);
	if (n === void 0) return d;
	let r = h(e, "location", t, null);
	return r === void 0 ? n.parent_id : r.value;
}
function te(e, t, n) {
	if (!se(e, t)) return d;
	let r = t;
	for (let t = 0; typeof r == "string" && t < ne; t++) {
		if (r === n) return !0;
		r = x(e, r);
	}
	return r === d && d;
}
var ne = 1e3;
function re(e, t, n) {
	if (e.world === void 0 || S(e, t) === void 0) return d;
	let r = h(e, "item", t, n);
	return r === void 0 ? e.world.relationships.filter(({ source_id: e, target_id: r, type: i }) => e === t && r === n && i === "has").reduce((e, { properties: { count: t } }) => e + (typeof t == "number" ? t : 1), 0) : r.value;
}
function ie(e, t, n) {
	if (e.world === void 0 || S(e, t) === void 0) return d;
	let r = h(e, "relationship", t, n);
	if (r !== void 0) return r.value;
	for (let { source_id: r, target_id: i, properties: a } of e.world.relationships) if (r === t && i === n && typeof a.value == "number") return a.value;
	return 0;
}
function ae(e, t, n) {
	let r = h(e, "fact", t, n);
	return r === void 0 ? e.world?.facts.findLast((e) => e.subject_id === t && e.predicate === n)?.value ?? d : r.value;
}
function oe(e) {
	return h(e, "time", null, null)?.value ?? e.world?.time ?? d;
}
function se(e, t) {
	return S(e, t) !== void 0;
}
function S({ world: e }, t) {
	return e === void 0 ? void 0 : l(e.entities, t);
}
// domain/runtime/evaluate.ts
var ce = class {
	#e;
	#t;
	constructor(e, t = e.state.draws) {
		this.#e = e, this.#t = t;
	}
	get draws() {
		return this.#t;
	}
	all(e) {
		return C(e.map((e) => f(this.value(e))));
	}
	failing(e) {
		let t = null;
		for (let n of e) {
			let { truth: e, clause: r } = this.#n(n);
			if (e === !1) return {
				condition: r,
				unknown: !1
			};
			e === d && (t ??= r);
		}
		return t === null ? null : {
			condition: t,
			unknown: !0
		};
	}
	#n(e) {
		if (!("op" in e) || e.op !== "all") return {
			truth: f(this.value(e)),
			clause: e
		};
		let t = e.args.map((e) => this.#n(e)), n = t.find(({ truth: e }) => e === !1) ?? t.find(({ truth: e }) => e === d);
		return {
			truth: C(t.map(({ truth: e }) => e)),
			clause: n?.clause ?? e
		};
	}
	value(e) {
		if ("lit" in e) return e.lit;
		if ("var" in e) {
			let t = l(this.#e.state.values, e.var);
			return t === void 0 ? d : t;
		}
		if ("ref" in e) return e.ref;
		if ("entity" in e) return _(this.#e, e.entity, e.path);
		if (!("op" in e)) return this.#r(e.fn, e.args);
		switch (e.op) {
			case "opaque": return d;
			case "all": return this.all(e.args);
			case "any": return ue(e.args.map((e) => f(this.value(e))));
			case "not": {
				let [t] = e.args, n = t === void 0 ? d : f(this.value(t));
				return n === d ? d : !n;
			}
			case "arith": return T(e.fn, this.value(e.args[0]), this.value(e.args[1]));
			default: return de(e.op, this.value(e.args[0]), this.value(e.args[1]));
		}
	}
	#r(e, t) {
		let { state: n, nodeId: r, choices: i } = this.#e, a = t.map((e) => this.value(e)), [o, s, c = 1] = a;
		if (a.includes(d)) return d;
		let u = typeof o == "string" ? o : r, f = typeof s == "string" ? s : "", p = l(n.visits, u), m = l(n.taken, u);
		switch (e) {
			case "visits": return f === "completed" ? p?.completed ?? m?.count ?? 0 : p?.entered ?? m?.count ?? 0;
			case "visited": return (p?.entered ?? m?.count ?? 0) > 0;
			case "offered": return Object.hasOwn(n.offered, u);
			case "turns": return n.turn;
			case "turns_since": {
				let e = p ?? m;
				return e === void 0 ? -1 : n.turn - e.turn;
			}
			case "choice_count": return i;
			case "random": return this.#i(o, s);
			case "roll": return this.#o(o, s ?? 1);
			case "has_any_content": return this.#e.hasContent?.(u, n) ?? d;
			case "quest_state": return _(this.#e, u, "state");
			case "relationship": return ie(this.#e, u, f);
			case "at_location": return te(this.#e, u, f);
			case "has_item": return de("gte", re(this.#e, u, f), typeof c == "number" ? c : d);
			case "fact": return ae(this.#e, u, f);
			case "world_time": return oe(this.#e);
		}
	}
	#i(e, t) {
		return typeof e != "number" || typeof t != "number" ? d : this.#a(e, t);
	}
	#a(e, t) {
		let { dice: n, state: r } = this.#e;
		if (n === void 0) return c(r.seed, this.#t++, e, t);
		let i = Math.ceil(Math.min(e, t));
		return i + n(Math.max(1, Math.floor(Math.max(e, t)) - i + 1));
	}
	#o(e, t) {
		if (typeof e != "number" || typeof t != "number") return d;
		let n = 0;
		for (let r = 0; r < Math.min(t, le); r++) n += this.#a(1, e);
		return n;
	}
}, le = 1e3;
function C(e) {
	return e.includes(!1) ? !1 : !e.includes(d) || d;
}
function ue(e) {
	return e.includes(!0) ? !0 : e.includes(d) ? d : !1;
}
function de(e, t, n) {
	if (e === "eq") return p(t, n);
	if (e === "ne") {
		let e = p(t, n);
		return e === d ? d : !e;
	}
	if (t === d || n === d) return d;
	if (e === "has") return w(t, n);
	if (e === "in") return w(n, t);
	let r = ee(t, n);
	if (r === null) return !1;
	switch (e) {
		case "lt": return r < 0;
		case "lte": return r <= 0;
		case "gt": return r > 0;
		default: return r >= 0;
	}
}
function w(e, t) {
	return m(e) ? m(t) ? t.every((t) => e.includes(t)) : e.includes(String(t)) : typeof e == "string" && typeof t == "string" && e.includes(t);
}
function T(e, t, n) {
	if (typeof t != "number" || typeof n != "number") return d;
	let r = fe(e, t, n);
	return Number.isFinite(r) ? r || 0 : d;
}
function fe(e, t, n) {
	switch (e) {
		case "add": return t + n;
		case "sub": return t - n;
		case "mul": return t * n;
		case "div": return t / n;
		case "mod": return t % n;
	}
}
// domain/expression.ts
var E = [
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
[...E];
var pe = new Set(E);
function D(e) {
	return pe.has(e);
}
var me = /* @__PURE__ */ new Set([
	"location.move",
	"inventory.give",
	"inventory.take",
	"relationship.set",
	"relationship.adjust"
]);
function he(e) {
	return me.has(e);
}
function ge({ op: e, target: t }) {
	return D(e) ? null : t;
}
function _e({ op: e, target: t, key: n }) {
	return D(e) ? [t, he(e) ? n : null].filter((e) => typeof e == "string") : [];
}
function ve(e) {
	return "args" in e ? e.args : [];
}
function ye(e, t) {
	let n = [e];
	for (let e = n.pop(); e !== void 0; e = n.pop()) {
		t(e);
		let r = ve(e);
		for (let e = r.length - 1; e >= 0; e--) {
			let t = r[e];
			t !== void 0 && n.push(t);
		}
	}
}
// domain/runtime/story.ts
function O(e, t) {
	return t === e.id ? e : e.others?.get(t);
}
function k(e) {
	return [e, ...e.others?.values() ?? []];
}
function A(e, t) {
	let n = t === null ? void 0 : O(e, t.graph), r = t === null ? void 0 : n?.nodes.get(t.node);
	return n === void 0 || r === void 0 ? null : {
		graph: n,
		node: r
	};
}
function j({ start: e, nodes: t }) {
	return e !== null && t.has(e) ? e : t.keys().next().value ?? null;
}
var be = /* @__PURE__ */ new Set([
	"condition",
	"instruction",
	"jump",
	"detour",
	"subgraph",
	"random",
	"storylet_group"
]);
function M({ kind: e }) {
	return be.has(e);
}
function N({ kind: e, text: t }) {
	return e !== "command" && e !== "wait_event" && t.trim() !== "";
}
function xe({ kind: e }) {
	return e === "detour" || e === "subgraph";
}
// domain/runtime/world-effects.ts
function P(e) {
	return D(e.op);
}
var F = "state";
function I({ op: e, target: t, ...n }) {
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
			key: F
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
function Se(e, t, n) {
	if (_e(e).some((e) => !se(n, e))) return "no_entity";
	let r = e.op === "location.move" ? e.key ?? null : t;
	if (r === d) return "unknown";
	if (m(r)) return "does_not_fit";
	let { what: i, entity: a, key: o } = I(e), [s, c] = [a ?? "", o ?? ""], l = Ce(n, i, s, c);
	if (!we(e, r, n)) return "does_not_fit";
	let u = Te(e.op, l, r);
	if (u === d) return "unknown";
	if (u === l) return null;
	let f = l === d ? null : l;
	return {
		effect_id: e.id,
		op: e.op,
		what: i,
		entity: a,
		key: o,
		before: f,
		after: u
	};
}
function Ce(e, t, n, r) {
	switch (t) {
		case "property": return _(e, n, r);
		case "location": return x(e, n);
		case "item": return re(e, n, r);
		case "relationship": return ie(e, n, r);
		case "fact": return ae(e, n, r);
		case "time": return oe(e);
	}
}
function we({ op: e, target: t, key: n = "" }, r, i) {
	switch (e) {
		case "property.set":
		case "property.add": return v(i, t ?? "", n);
		case "quest.set_state": return typeof r == "string" && v(i, t ?? "", "state");
		case "location.move": return te(i, n, t ?? "") !== !0;
		case "inventory.give":
		case "inventory.take": return Number.isSafeInteger(r) && Number(r) >= 0;
		case "relationship.set": return typeof r == "number";
		case "time.advance": return typeof r == "number" && r >= 0;
		case "fact.set": return r !== null;
		default: return !0;
	}
}
function Te(e, t, n) {
	switch (e) {
		case "property.add":
		case "inventory.give":
		case "relationship.adjust":
		case "time.advance": return T("add", t, n);
		case "inventory.take": {
			let e = T("sub", t, n);
			return typeof e == "number" ? Math.max(0, e) : e;
		}
		default: return n;
	}
}
function Ee(e, { what: t, entity: n, key: r, after: i }) {
	let a = e.world ?? [], o = a.findIndex((e) => e.what === t && e.entity === n && e.key === r), s = {
		what: t,
		entity: n,
		key: r,
		value: i
	};
	if (o >= 0) return {
		...e,
		world: a.with(o, s)
	};
	let c = (e) => e.what === "property" && t === "property" && e.entity === n && r?.startsWith(`${e.key}.`);
	return {
		...e,
		world: [...a.filter((e) => !c(e)), s]
	};
}
// domain/runtime/effects.ts
function De(e, t, n) {
	if (e.length === 0) return {
		state: t.state,
		outcomes: []
	};
	let { state: r } = t, i = [];
	for (let a of e) {
		let e = new ce({
			...t,
			state: r
		}), o = e.failing(a.when) === null, s = o && a.value !== null ? e.value(a.value) : d;
		if (e.draws !== r.draws && (r = {
			...r,
			draws: e.draws
		}), !o) continue;
		let c = P(a) ? Oe(a, s, {
			...t,
			state: r
		}) : ke(a, s, r, n);
		r = c.state, c.outcome !== null && i.push(c.outcome);
	}
	return {
		state: r,
		outcomes: i
	};
}
function Oe(e, t, n) {
	let { state: r } = n, i = Se(e, t, n);
	return i === null ? {
		state: r,
		outcome: null
	} : typeof i == "string" ? {
		state: r,
		outcome: {
			kind: "refused",
			effect: e,
			reason: i
		}
	} : {
		state: Ee(r, i),
		outcome: {
			kind: "proposed",
			effect: e,
			event: i
		}
	};
}
function ke(e, t, n, r) {
	let i = (t) => ({
		state: n,
		outcome: {
			kind: "refused",
			effect: e,
			reason: t
		}
	});
	if (e.op === "opaque") return i("opaque");
	if (e.op === "reset_visits") return e.value !== null && typeof t != "string" ? i("unknown") : {
		state: Ae(n, e.value === null ? null : t, r),
		outcome: {
			kind: "reset",
			effect: e
		}
	};
	if (e.op === "command" || e.op === "emit") return t === d ? i("unknown") : {
		state: n,
		outcome: {
			kind: "told",
			effect: e,
			value: t
		}
	};
	let a = e.target === null ? void 0 : r.variables.get(e.target);
	if (a === void 0) return i("no_variable");
	let o = R(n, a), s = je(e, o, t, a);
	if (s === d) return i("unknown");
	let c = L(s, a);
	if (c === d) return i("does_not_fit");
	if (p(c, o) === !0) return {
		state: n,
		outcome: null
	};
	let l = {
		...n.values,
		[a.id]: c
	};
	return {
		state: {
			...n,
			values: l
		},
		outcome: {
			kind: "changed",
			effect: e,
			variable: a.id,
			before: o,
			after: c
		}
	};
}
function Ae(e, t, n) {
	if (t === null) return {
		...e,
		visits: {},
		taken: {},
		taken_this_visit: []
	};
	let r = k(n).flatMap(({ nodes: e }) => e.get(String(t)) ?? []), i = /* @__PURE__ */ new Set([t, ...r.flatMap(({ branches: e }) => e.map((e) => e.id))]), a = (e) => Object.fromEntries(Object.entries(e).filter(([e]) => !i.has(e)));
	return {
		...e,
		visits: a(e.visits),
		taken: a(e.taken),
		taken_this_visit: e.taken_this_visit.filter((e) => !i.has(e))
	};
}
function L(e, { type: t, enum_values: n, min: r = null, max: o = null }) {
	return i(e, t, n) ? m(e) ? n.filter((t) => e.includes(t)) : typeof e == "number" ? a(e, {
		min: r,
		max: o
	}) : e : d;
}
function R({ values: e }, { id: t, default: n }) {
	let r = l(e, t);
	return r === void 0 ? n : r;
}
function je(e, t, n, r) {
	switch (e.op) {
		case "set": return n;
		case "add":
		case "sub":
		case "mul":
		case "div":
		case "mod": {
			let i = T(e.op, t, n);
			return r.type === "integer" && typeof i == "number" ? Math.trunc(i) || 0 : i;
		}
		case "toggle": return typeof t == "boolean" ? !t : d;
		case "push": return z(t) && typeof n == "string" ? [...t.filter((e) => e !== n), n] : d;
		case "remove": return z(t) && typeof n == "string" ? t.filter((e) => e !== n) : d;
		case "clear": return r.type === "set" ? [] : r.default;
		case "reset": return r.default;
		default: return d;
	}
}
function z(e) {
	return e !== d && m(e);
}
// domain/runtime/words.ts
var Me = /\{([^{}\n]+)\}/g;
function B(e, t, n) {
	if (!e.includes("{")) return e;
	let r = Pe(t);
	return e.replace(Me, (e, t) => {
		let i = r.get(t.trim());
		return i === void 0 ? e : Ne(R({ values: n }, i));
	});
}
function Ne(e) {
	return m(e) ? e.join(", ") : e === null ? "" : String(e);
}
var V = /* @__PURE__ */ new WeakMap();
function Pe(e) {
	let t = V.get(e);
	if (t !== void 0) return t;
	let n = new Map(Array.from(e.values(), (e) => [e.name, e]));
	return V.set(e, n), n;
}
// domain/runtime/offers.ts
function H(e, t, n, r) {
	let { offers: i, draws: a } = W(e, t, n, r, 0, n.drawn_before), o = i.filter(({ available: e }) => e);
	if (r.kind === "random" && o.length > 0) {
		let { dice: t } = e;
		if (t !== void 0) {
			let e = o.filter(({ branch: e }) => e.weight > 0), n = e.length === 0 ? o.slice(0, 1) : e;
			return {
				all: i,
				next: n[t(n.length)] ?? null,
				draws: a
			};
		}
		return {
			all: i,
			next: ze(o, s(n.seed, a)),
			draws: a + 1
		};
	}
	return {
		all: i,
		next: Le(r, i, n),
		draws: a
	};
}
function U(e, t, n, r, i, a = n.draws) {
	let o = t.nodes.get(r);
	return o === void 0 || i >= Fe ? d : W(e, t, n, o, i + 1, a).offers.some(({ available: e }) => e);
}
var Fe = 4;
function W(e, t, n, r, i, a) {
	let o = a, s = 0, c = (r) => U(e, t, n, r, i, a);
	return {
		offers: r.branches.map((t) => {
			let r = l(t), i = r === null;
			return i && t.kind === "choice" && (s += 1), {
				branch: t,
				text: B(t.choice_text, e.variables, n.values),
				available: i,
				shown: i || t.when_unavailable === "disable",
				obstacle: r
			};
		}),
		draws: o
	};
	function l(e) {
		return Ie(n, e) ? { kind: "taken-once" } : d(r.id, e.conditions) ?? u(e);
	}
	function u({ target_graph_id: n, target_node_id: r }) {
		let i = O(e, n ?? t.id), a = r === null ? void 0 : i?.nodes.get(r);
		return a === void 0 ? null : d(a.id, a.conditions);
	}
	function d(t, r) {
		if (r.length === 0) return null;
		let { world: i, dice: a } = e, l = new ce({
			state: n,
			nodeId: t,
			choices: s,
			world: i,
			dice: a,
			hasContent: c
		}, o), u = l.failing(r);
		return o = l.draws, u === null ? null : {
			kind: "condition",
			...u
		};
	}
}
function Ie(e, t) {
	let { id: n, repeat_scope: r } = t, i = o(t);
	if (i === Infinity) return !1;
	let a = (e) => e.reduce((e, t) => e + +(t === n), 0);
	return r === "visit" ? a(e.taken_this_visit) >= i : (r === "player" ? a(e.taken_by_player) : 0) + (l(e.taken, n)?.count ?? 0) >= i;
}
function Le(e, t, n) {
	let r = t.filter(({ available: e }) => e), i = (e) => r.find(({ branch: t }) => t.kind === e);
	if (e.kind === "storylet_group") return Re(r, n);
	if (M(e)) {
		let t = r.filter(({ branch: e }) => e.kind === "choice" || e.kind === "auto"), n = e.kind === "detour" || e.kind === "subgraph" ? void 0 : i("else");
		return t[0] ?? n ?? i("fallback") ?? null;
	}
	if (r.filter(({ branch: e }) => e.kind === "choice" || e.kind === "event").length === 0) return i("auto") ?? i("else") ?? i("fallback") ?? null;
	let a = t.filter(({ branch: e }) => e.kind === "choice" || e.kind === "event"), [o] = a;
	return a.length === 1 && o?.branch.kind === "choice" && o.branch.choice_text.trim() === "" && o !== void 0 ? o : null;
}
function Re(e, { taken: t }) {
	let n = ({ branch: e }) => {
		let n = l(t, e.id);
		return [
			-e.conditions.length,
			n?.count ?? 0,
			n?.turn ?? -1
		];
	}, r = e.map((e) => ({
		offer: e,
		rank: n(e)
	}));
	return r.sort((e, t) => e.rank.reduce((e, n, r) => e || n - (t.rank[r] ?? 0), 0)), r[0]?.offer ?? null;
}
function ze(e, t) {
	let n = e.reduce((e, { branch: t }) => e + t.weight, 0);
	if (n === 0) return e[0] ?? null;
	let r = t * n;
	for (let t of e) if (r -= t.branch.weight, r < 0) return t;
	return e.findLast(({ branch: e }) => e.weight > 0) ?? null;
}
// domain/runtime/scopes.ts
var G = /* @__PURE__ */ new WeakMap();
function K(e, t) {
	let n = G.get(e);
	if (n === void 0) {
		let t = [...e.values()];
		n = new Map(r.map((e) => [e, t.filter((t) => t.scope === e)])), G.set(e, n);
	}
	return n.get(t) ?? [];
}
function Be({ variables: e }, t, n) {
	let r = K(e, n);
	return r.length === 0 ? t : {
		...t,
		...Object.fromEntries(r.map((e) => [e.id, e.default]))
	};
}
function Ve({ variables: e }, t) {
	let n = K(e, "dialogue");
	return n.length === 0 ? null : Object.fromEntries(n.map((e) => [e.id, R(t, e)]));
}
// domain/runtime/run.ts
function He(e) {
	switch (e.kind) {
		case "choices":
		case "blocked": return e.choices;
		case "continue": return [e.choice];
		case "waiting": return e.events;
		default: return [];
	}
}
function Ue(e) {
	return e.kind === "blocked" ? [] : He(e).filter(({ available: e }) => e);
}
var We = 1e3;
function Ge(e, { from: t = null, ...n } = {}) {
	let r = new Y(e, u(e.variables.values(), n)), i = t !== null && e.nodes.has(t) ? t : j(e);
	return i === null ? r.end({ kind: "nothing" }) : r.goOn({
		graph: e.id,
		node: i
	});
}
function q(e, t, n) {
	let r = new Y(e, {
		...t,
		turn: t.turn + 1,
		phase: "open"
	}), i = r.take(n);
	return r.forgetTemporary(), "halt" in i ? r.end(i.halt) : r.goOn(i.frame);
}
function Ke(e, t, { event: n, values: r = {} } = {}) {
	let i = Object.entries(r).flatMap(([t, n]) => {
		let r = e.variables.get(t), i = r === void 0 ? d : L(n, r);
		return i === d ? [] : [[t, i]];
	}), a = {
		...t,
		values: {
			...t.values,
			...Object.fromEntries(i)
		}
	}, { halt: o } = J(e, a);
	if (o.kind === "command") return new Y(e, {
		...a,
		turn: a.turn + 1,
		phase: "open",
		drawn_before: a.draws
	}).goOn(null);
	let s = Ue(o).find(({ branch: e }) => e.kind === "event" && (n === void 0 || e.choice_text === n));
	return s === void 0 ? null : q(e, a, s.branch);
}
function J(e, t) {
	let n = A(e, t.at);
	return n === null ? {
		halt: { kind: "nothing" },
		draws: t.draws
	} : qe(e, n.graph, t, n.node);
}
function qe(e, t, n, r) {
	let { draws: i } = n;
	if (r.kind === "command" && n.phase === "asked") {
		let t = B(r.text, e.variables, n.values);
		return {
			halt: {
				kind: "command",
				nodeId: r.id,
				text: t
			},
			draws: i
		};
	}
	if (r.kind === "end" || r.kind === "return" || r.branches.length === 0) return {
		halt: Je(r),
		draws: i
	};
	let a = H(e, t, n, r), o = (e) => ({
		halt: e,
		draws: a.draws
	});
	if (a.next !== null) return o({
		kind: "continue",
		choice: a.next
	});
	let s = a.all.filter(({ branch: { kind: e } }) => e === "choice" || e === "event"), c = s.filter(({ available: e }) => e);
	if (M(r) || c.length === 0) return o({
		kind: "blocked",
		choices: a.all
	});
	let l = c.filter(({ branch: e }) => e.kind === "event");
	return o(l.length === c.length ? {
		kind: "waiting",
		events: l
	} : {
		kind: "choices",
		choices: s
	});
}
function Je({ kind: e, exit_to: t }) {
	return t === null ? { kind: e === "end" || e === "return" ? "ending" : "dead-end" } : {
		kind: "leaves",
		graphId: t.graph_id,
		nodeId: t.node_id
	};
}
var Ye = {
	entered: 0,
	completed: 0,
	turn: 0
}, Y = class {
	#e;
	#t = [];
	#n = [];
	#r = [];
	#i = [];
	#a;
	constructor(e, t) {
		this.#e = e, this.#a = t;
	}
	end(e) {
		let t = this.#i.flatMap((e) => e.kind === "proposed" ? [e.event] : []);
		return {
			nodes: this.#t,
			said: this.#n,
			way: this.#r,
			trace: this.#i,
			proposed: t,
			state: this.#a,
			halt: e
		};
	}
	goOn(e) {
		let t = e;
		for (let e = 0; e < We; e++) {
			t !== null && this.#d(t);
			let { halt: e, draws: n } = J(this.#e, this.#a);
			this.#a.draws = n;
			let r = A(this.#e, this.#a.at), i = r === null ? null : this.#o(r.node, e);
			if (i === null) return this.#_(e), this.end(e);
			if ("halt" in i) return this.end(i.halt);
			t = i.frame;
		}
		return this.end({ kind: "circle" });
	}
	#o(e, t) {
		if (t.kind === "continue") return Xe(e, t.choice.branch) ? this.take(t.choice.branch) : null;
		if (t.kind === "leaves") {
			let n = O(this.#e, t.graphId);
			if (n === void 0) return null;
			let r = t.nodeId ?? j(n);
			return r === null || !n.nodes.has(r) ? null : (this.#h(e.id), this.#u(), { frame: {
				graph: n.id,
				node: r
			} });
		}
		return t.kind === "ending" ? (e.kind !== "return" && this.#u(), this.#c()) : null;
	}
	take(e) {
		let { at: t, taken: n, turn: r, taken_this_visit: i } = this.#a, a = A(this.#e, t);
		if (this.#p(e.id)) {
			let t = l(n, e.id)?.count ?? 0;
			this.#a.taken = {
				...n,
				[e.id]: {
					count: t + 1,
					turn: r
				}
			}, e.repeat !== "limited" && i.includes(e.id) || (this.#a.taken_this_visit = [...i, e.id]);
		}
		this.#r.push(e.id), this.#i.push({
			kind: "took",
			branch: e.id
		}), this.#g(e.effects, t?.node ?? "");
		let o = a !== null && xe(a.node) && e.kind !== "else";
		t !== null && !o && this.#h(t.node), e.unwind && this.#l();
		let s = this.#s(e);
		if ("frame" in s && o && t !== null) {
			let e = Ve(this.#e, this.#a);
			this.#a.stack = [...this.#a.stack, e === null ? t : {
				...t,
				values: e
			}], this.#i.push({
				kind: "detoured",
				node: t.node
			});
		}
		return s;
	}
	forgetTemporary() {
		this.#a.values = Be(this.#e, this.#a.values, "temporary");
	}
	#s(e) {
		let { target_graph_id: t, target_node_id: n } = e, r = this.#a.at?.graph ?? this.#e.id, i = t ?? r, a = O(this.#e, i);
		if (a === void 0) return { halt: {
			kind: "leaves",
			graphId: i,
			nodeId: n
		} };
		let o = n ?? (i === r ? null : j(a));
		return o === null || !a.nodes.has(o) ? { halt: {
			kind: "missing",
			branch: e
		} } : { frame: {
			graph: i,
			node: o
		} };
	}
	#c() {
		for (let e = this.#a.stack.at(-1); e !== void 0; e = this.#a.stack.at(-1)) {
			this.#a.stack = this.#a.stack.slice(0, -1);
			let t = A(this.#e, e);
			if (t === null) continue;
			this.#i.push({
				kind: "returned",
				node: e.node
			});
			let { graph: n, node: r, values: i } = e;
			i !== void 0 && n !== this.#a.at?.graph && (this.#a.values = {
				...this.#a.values,
				...i
			}), this.#a.at = {
				graph: n,
				node: r
			}, this.#a.drawn_before = this.#a.draws;
			let { all: a, draws: o } = H(this.#e, t.graph, this.#a, t.node);
			this.#a.draws = o;
			let s = a.find(({ branch: e, available: t }) => t && e.kind === "else");
			if (s !== void 0) return this.take(s.branch);
			this.#h(e.node);
		}
		return null;
	}
	#l() {
		let { stack: e } = this.#a;
		for (let { node: t } of e.toReversed()) this.#h(t);
		e.length > 0 && (this.#a.stack = []);
	}
	#u() {
		let e = this.#a.at?.graph, t = [...this.#a.stack];
		for (let n = t.at(-1); n !== void 0 && n.graph === e; n = t.at(-1)) t.pop();
		t.length !== this.#a.stack.length && (this.#a.stack = t);
	}
	#d(e) {
		let t = this.#a, { turn: n, at: r } = t, i = A(this.#e, e)?.node;
		t.at = e, t.phase = i?.kind === "command" ? "asked" : "open", r !== null && r.graph !== e.graph && (t.values = Be(this.#e, t.values, "dialogue")), t.visits = this.#m(e.node, n), r?.node !== e.node && t.taken_this_visit.length > 0 && (t.taken_this_visit = []), this.#t.push(e.node), this.#i.push({
			kind: "entered",
			node: e.node
		}), this.#g(i?.on_enter_effects ?? [], e.node), i !== void 0 && N(i) && this.#f(i), this.#a.drawn_before = this.#a.draws;
	}
	#f({ id: e, text: t }) {
		let { values: n } = this.#a;
		this.#n.push({
			node: e,
			text: B(t, this.#e.variables, n),
			values: n
		});
	}
	#p(e) {
		return this.#e.memory?.counted.has(e) ?? !0;
	}
	#m(e, t) {
		let { visits: n } = this.#a;
		if (!this.#p(e)) return n;
		let r = l(n, e) ?? Ye;
		return {
			...n,
			[e]: {
				...r,
				entered: r.entered + 1,
				turn: t
			}
		};
	}
	#h(e) {
		if (this.#i.push({
			kind: "completed",
			node: e
		}), !this.#p(e)) return;
		let { visits: t } = this.#a, n = l(t, e) ?? Ye, r = {
			...n,
			completed: n.completed + 1
		};
		this.#a.visits = {
			...t,
			[e]: r
		};
	}
	#g(e, t) {
		if (e.length === 0) return;
		let { world: n, dice: r } = this.#e, { at: i } = this.#a, a = i === null ? void 0 : O(this.#e, i.graph), { state: o, outcomes: s } = De(e, {
			state: this.#a,
			nodeId: t,
			choices: 0,
			world: n,
			dice: r,
			hasContent: (e, t) => a === void 0 ? d : U(this.#e, a, t, e, 0)
		}, this.#e);
		this.#a = o, this.#i.push(...s);
	}
	#_(e) {
		if (this.#e.memory?.offers === !1) return;
		let t = (e.kind === "choices" || e.kind === "continue" ? He(e) : []).filter((e) => e.shown && !Object.hasOwn(this.#a.offered, e.branch.id));
		if (t.length === 0) return;
		let n = Object.fromEntries(t.map(({ branch: e }) => [e.id, !0]));
		this.#a.offered = {
			...this.#a.offered,
			...n
		};
	}
};
function Xe(e, t) {
	return N(e) ? !1 : M(e) || t.kind !== "choice" || t.choice_text.trim() === "";
}
// domain/runtime/world-slots.ts
function Ze({ what: e, entity: t, key: n }) {
	return e === "location" || e === "time" ? e : X(e, t ?? "", n ?? "");
}
function Qe(e) {
	return Ze(I(e));
}
function $e(e) {
	if ("entity" in e) return X("property", e.entity, e.path);
	if (!("fn" in e) || "op" in e) return null;
	let [t, n] = e.args.map(tt);
	switch (e.fn) {
		case "quest_state": return t ? X("property", t, F) : "property";
		case "has_item": return t && n ? X("item", t, n) : "item";
		case "relationship":
		case "fact": return t && n ? X(e.fn, t, n) : e.fn;
		case "at_location": return "location";
		case "world_time": return "time";
		default: return null;
	}
}
function et(e, t) {
	return e === t || t.startsWith(`${e} `);
}
function X(e, t, n) {
	return `${e} ${t} ${e === "property" ? n.split(".", 1) : n}`;
}
function tt(e) {
	return "ref" in e ? e.ref : "lit" in e && typeof e.lit == "string" ? e.lit : null;
}
// domain/runtime/relevance.ts
function nt(e) {
	let t = new Map(k(e).flatMap((e) => Array.from(e.nodes))), n = /* @__PURE__ */ new Map(), r = (e) => {
		let t = n.get(e);
		return t === void 0 ? (n.set(e, n.size), n.size - 1) : t;
	}, i = new Map(Array.from(t.values(), (e) => [e.id, at(e, t).map(r)])), a = Math.ceil(n.size / 32) || 1, o = /* @__PURE__ */ new Map();
	for (let [e, t] of i) {
		let n = new Uint32Array(a);
		for (let e of t) n[e >>> 5] = (n[e >>> 5] ?? 0) | 1 << (e & 31);
		o.set(e, n);
	}
	let s = ot(e, t), c = new Set(t.keys());
	for (let e of c) {
		c.delete(e);
		let t = o.get(e);
		if (t !== void 0) for (let n of s.get(e) ?? []) {
			let e = o.get(n);
			e !== void 0 && it(e, t) && c.add(n);
		}
	}
	let l = (e, t) => {
		let r = n.get(t), i = o.get(e);
		return i === void 0 || r !== void 0 && !!((i[r >>> 5] ?? 0) & 1 << (r & 31));
	};
	return {
		readsVariable: (e, t) => l(e, `var ${t}`),
		readsWorld: (e, t) => l(e, `world ${t}`) || l(e, `world ${t.split(" ", 1)}`),
		asksFor: (e, t) => l(e, `count ${t}`) || l(e, rt),
		leadsTo: (e, t) => l(e, `node ${t}`)
	};
}
var rt = "count";
function it(e, t) {
	let n = !1;
	for (let r = 0; r < t.length; r++) {
		let i = (e[r] ?? 0) | (t[r] ?? 0);
		i >>> 0 !== (e[r] ?? 0) && (e[r] = i, n = !0);
	}
	return n;
}
function at(e, t) {
	let n = /* @__PURE__ */ new Set();
	(e.kind === "storylet_group" || e.branches.some(({ repeat: e }) => e !== "sticky")) && n.add(`node ${e.id}`);
	let r = /* @__PURE__ */ new Set([e.id]), i = (e, i) => {
		ye(e, (e) => {
			"var" in e && n.add(`var ${e.var}`);
			let o = $e(e);
			if (o !== null && n.add(`world ${o}`), !("fn" in e) || "op" in e) return;
			let [s] = e.args;
			e.fn === "turns" && n.add("count ");
			let c = s === void 0 ? i : "ref" in s ? s.ref : "lit" in s ? String(s.lit) : null;
			n.add(c === null ? rt : `count ${c}`);
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
function ot(e, t) {
	let n = /* @__PURE__ */ new Map(), r = (e, r) => {
		r != null && t.has(r) && n.set(r, [...n.get(r) ?? [], e]);
	}, i = new Map(k(e).map((e) => [e.id, j(e)]));
	for (let e of t.values()) {
		for (let { target_node_id: t, target_graph_id: n } of e.branches) r(e.id, t ?? (n === null ? null : i.get(n)));
		e.exit_to !== null && r(e.id, e.exit_to.node_id ?? i.get(e.exit_to.graph_id));
	}
	return n;
}
// domain/runtime/sequence-set.ts
var st = class {
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
}, ct = /* @__PURE__ */ new Set([
	"visits",
	"visited",
	"offered",
	"turns",
	"turns_since"
]), lt = /* @__PURE__ */ new Set([
	"eq",
	"ne",
	"lt",
	"lte",
	"gt",
	"gte"
]);
function ut(e) {
	let t = k(e).flatMap((e) => [...e.nodes.values()]), { counts: n, values: r, world: i } = yt(t), a = t.flatMap(({ id: e, branches: t }) => t.filter(({ repeat: e }) => e !== "sticky").map((t) => ({
		...t,
		node: e,
		limit: o(t)
	}))), s = t.filter(({ kind: e }) => e === "storylet_group"), c = nt(e), l = (e) => {
		let t = (t) => e.some(t);
		return {
			asked: [...n.values()].filter(({ counted: e }) => t((t) => c.asksFor(t, e))),
			kept: [...r].filter(([e]) => t((t) => c.readsVariable(t, e))),
			world: [...i].filter(([e]) => t((t) => c.readsWorld(t, e))),
			limits: a.filter((e) => t((t) => c.leadsTo(t, e.node))),
			pools: s.filter((e) => t((t) => c.leadsTo(t, e.id)))
		};
	}, u = [...e.variables.values()].some(({ scope: e }) => e === "dialogue"), d = [...n.keys()], f = {
		counted: /* @__PURE__ */ new Set([
			...Array.from(n.values(), ({ counted: e }) => e),
			...a.map(({ id: e }) => e),
			...s.flatMap(({ branches: e }) => e.map(({ id: e }) => e))
		]),
		offers: d.some((e) => e.startsWith("offered"))
	}, p = 0, m = (t, n) => {
		let { asked: r, kept: i, world: a, limits: o, pools: s } = l([t?.node ?? "", ...n.map(({ node: e }) => e)]), c = new ft();
		for (let { counted: e, fn: t, read: n, limit: i } of r) c.add(e, t, n, i + 1);
		for (let { id: e, limit: t, repeat_scope: n } of o) c.add(e, null, gt(e, n === "visit"), t);
		let { always: u, byId: d } = c, f = A(e, t)?.node.branches ?? [], m = new Int32Array(c.words);
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
	}, ee = /* @__PURE__ */ new Map(), h = ({ at: e, stack: t }) => {
		let n = dt(ee, e, () => m(e, []));
		for (let [r, i] of t.entries()) n = dt(n.within, i, () => m(e, t.slice(0, r + 1)));
		return n;
	}, g = new st(), _ = /* @__PURE__ */ new Map(), v = (e) => {
		let t = _.get(e) ?? _.size;
		return t === _.size && _.set(e, t), t;
	}, y = (e) => g.push(v(e)), b = (e) => {
		typeof e == "number" && e === e << 2 >> 2 ? g.push(e << 2) : Array.isArray(e) ? g.push(v(JSON.stringify(e)) << 2 | 1) : g.push(v(e) << 2 | 2);
	};
	return {
		add: ({ state: e, halt: t }, n) => {
			let r = h(e);
			if (g.push(r.id), y(t.kind), y(e.phase), u) for (let t of e.stack) y(JSON.stringify(t.values) ?? "");
			ht(g, r.branches, n);
			for (let [t, n] of r.kept) b(_t(e.values[t] ?? null, n));
			for (let [t, n] of r.world) {
				let r = (e.world?.filter((e) => Ze(e) === t) ?? []).map(({ entity: e, key: t, value: r }) => JSON.stringify([
					e,
					t,
					_t(r, n)
				]));
				y(r.sort().join());
			}
			mt(r, e);
			for (let e of r.words) g.push(e);
			for (let t of r.pools) y(vt(t, e));
			return g.add();
		},
		count: () => g.size,
		memory: f
	};
}
function dt(e, t, n) {
	let r = t?.graph ?? "", i = t?.node ?? "", a = e.get(r)?.get(i);
	if (a !== void 0) return a;
	let o = n();
	return e.set(r, new Map([...e.get(r) ?? [], [i, o]])), o;
}
var ft = class {
	always = [];
	byId = /* @__PURE__ */ new Map();
	#e = 0;
	get words() {
		return Math.ceil(this.#e / 32);
	}
	add(e, t, n, r) {
		let i = +(t === "turns_since"), a = r < pt ? 32 - Math.clz32(Math.max(0, r + i)) : 32;
		if (a === 0) return;
		this.#e % 32 + a > 32 && (this.#e = this.words * 32);
		let o = {
			read: n,
			most: r,
			offset: i,
			word: this.#e >>> 5,
			shift: this.#e & 31
		};
		this.#e += a, t === "turns" || t === "offered" ? this.always.push(o) : this.byId.set(e, [...this.byId.get(e) ?? [], o]);
	}
}, pt = 2 ** 30;
function mt({ words: e, always: t, byId: n }, r) {
	if (e.fill(0), t.length > 0 && Z(e, t, r), n.size !== 0) {
		for (let t in r.visits) Z(e, n.get(t), r);
		for (let t in r.taken) Z(e, n.get(t), r);
	}
}
function Z(e, t = [], n) {
	for (let { read: r, most: i, offset: a, word: o, shift: s } of t) e[o] = (e[o] ?? 0) | Math.min(r(n), i) + a << s;
}
function ht(e, t, n) {
	let r = 0;
	for (let i = 0; i < t.length; i += 32) {
		let a = 0;
		for (let e = i; e < i + 32 && e < t.length; e++) n[r]?.branch === t[e] && (a |= 1 << e - i, r += 1);
		e.push(a);
	}
}
function gt(e, t) {
	return t ? ({ taken_this_visit: t }) => t.reduce((t, n) => t + +(n === e), 0) : ({ taken: t }) => l(t, e)?.count ?? 0;
}
function _t(e, { limit: t, onlyGrows: n }) {
	return n && typeof e == "number" ? Math.min(e, t + 1) : e;
}
function vt({ branches: e }, { taken: t }) {
	let n = e.map(({ id: e }) => l(t, e) ?? {
		count: 0,
		turn: -1
	}), r = Math.min(...n.map(({ count: e }) => e)), i = n.map(({ turn: e }) => e).toSorted((e, t) => e - t);
	return n.map(({ count: e, turn: t }) => `${e - r}.${i.indexOf(t)}`).join();
}
function yt(e) {
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
		if (P(e)) {
			let t = Qe(e);
			return [...r.keys()].some((e) => et(e, t));
		}
		return e.target === null || n.has(e.target);
	}, s = (e, t, i = null) => {
		let o = $e(e);
		if (o !== null && a(r, o, Ct(e) ?? i), "var" in e) a(n, e.var, i);
		else if ("fn" in e && !("op" in e)) {
			ct.has(e.fn) && c(e.fn, e.args, t, i);
			for (let n of e.args) "ref" in n || s(n, t);
		} else if ("op" in e && "args" in e) {
			let [n, r] = e.args;
			for (let i of e.args) {
				let a = i === n ? r : n, o = lt.has(e.op) && a !== void 0 && "lit" in a ? a.lit : null;
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
				read: wt(n, e, c),
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
		if (P(e)) {
			let t = Qe(e), n = [...r].filter(([e]) => et(e, t)).map(([, e]) => e);
			if (n.length === 0) continue;
			l.set(t, {
				limit: Math.max(...n.map(({ limit: e }) => e)),
				onlyGrows: n.every(({ onlyGrows: e }) => e) && (l.get(t)?.onlyGrows ?? !0) && bt(e)
			});
			continue;
		}
		let t = ge(e), i = t === null ? void 0 : n.get(t);
		i !== void 0 && !bt(e) && (i.onlyGrows = !1);
	}
	return {
		counts: t,
		values: n,
		world: l
	};
}
function bt({ op: e, value: t }) {
	return e === "reset" || e === "clear" ? !0 : t === null || !("lit" in t) ? !1 : xt.has(e) || St.has(e) && typeof t.lit == "number" && t.lit >= 0;
}
var xt = /* @__PURE__ */ new Set([
	"set",
	"property.set",
	"relationship.set",
	"fact.set"
]), St = /* @__PURE__ */ new Set([
	"add",
	"property.add",
	"inventory.give",
	"relationship.adjust",
	"time.advance"
]);
function Ct(e) {
	if (!("fn" in e) || e.fn !== "has_item") return null;
	let [, , t = { lit: 1 }] = e.args;
	return "lit" in t && typeof t.lit == "number" ? Math.ceil(t.lit) : null;
}
function wt(e, t, n) {
	switch (e) {
		case "turns": return ({ turn: e }) => e;
		case "turns_since": return ({ turn: e, visits: n, taken: r }) => {
			let i = l(n, t) ?? l(r, t);
			return i === void 0 ? -1 : e - i.turn;
		};
		case "offered": return ({ offered: e }) => +!!Object.hasOwn(e, t);
		default: return ({ visits: e, taken: r }) => {
			let i = l(e, t);
			return (n ? i?.completed : i?.entered) ?? l(r, t)?.count ?? 0;
		};
	}
}
// domain/runtime/explore.ts
function Tt(e, { budget: t, ...n }) {
	return Et(e, n)(t);
}
function Et(e, { isWanted: t, isStopped: n = () => !1, beginning: r = {} }) {
	let i = ut(e), a = new Ot({
		...e,
		memory: i.memory
	}), o = [], s = null, c = 0, l = 0, u = 0, d = !1, f = (e, n, r) => {
		a.everyFall(e, (e, a) => {
			if (c += 1, c > l * Q) return !1;
			if (e === null || s !== null) return !0;
			let { state: u, halt: d } = e, f = {
				before: n,
				branch: r,
				dice: a,
				onward: null
			};
			t(e) && (s = f);
			let p = Ue(d);
			return i.add(e, p) && (f.onward = {
				state: u,
				open: p.map((e) => e.branch),
				isAsked: d.kind === "command"
			}, o.push(f)), !0;
		});
	}, p = () => i.count() > l || c > l * Q, m = (e) => {
		if (e.onward === null) return;
		let { state: t, open: n, isAsked: r } = e.onward;
		r && f((e) => Ke(e, t), e, null);
		for (let r of n) f((e) => q(e, t, r), e, r.id);
	};
	return (e) => {
		l = e;
		let t = !1;
		for (d ||= (f((e) => Ge(e, r), null, null), c <= l * Q); u < o.length && s === null && !p(); u++) {
			if (n()) {
				t = !0;
				break;
			}
			let e = o[u];
			if (e === void 0 || (m(e), c > l * Q)) break;
			e.onward = null;
		}
		let a = Math.min(i.count(), l);
		return s === null ? {
			kind: t || p() ? "undecided" : "none",
			states: a
		} : {
			kind: "found",
			way: Dt(s),
			states: a
		};
	};
}
var Q = 16;
function Dt(e) {
	let t = [];
	for (let n = e; n !== null; n = n.before) t.push({
		branch: n.branch,
		dice: n.dice
	});
	return t.reverse();
}
var $ = [], Ot = class {
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
function kt(e, { variables: t = [], others: n = [], world: r } = {}) {
	return {
		...At(e),
		variables: new Map(t.map((e) => [e.id, {
			enum_values: [],
			...e
		}])),
		others: new Map(n.map((e) => [e.id, At(e)])),
		...r !== void 0 && { world: r }
	};
}
var At = ({ id: e, start_node_id: t, nodes: n }) => ({
	id: e,
	start: t,
	nodes: new Map(n.map((e) => [e.id, jt(e)]))
}), jt = ({ branches: e = [], ...t }) => ({
	kind: "line",
	text: "",
	conditions: [],
	on_enter_effects: [],
	exit_to: null,
	...t,
	branches: e.map((e) => ({
		...n,
		conditions: [],
		effects: [],
		extensions: {},
		...e
	}))
});
export { Ke as answer, Ge as begin, q as choose, Tt as explore, kt as readDialogue, J as stand };
