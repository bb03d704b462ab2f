import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test, vi } from "vitest";
import type { Json, JsonObject } from "#domain/json.ts";
import { Fields, FormFrame, Submit } from "./form.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { type FieldSpecs, type FormOptions, useForm } from "./use-form.ts";

type Values = Record<string, Json>;
interface Options extends Omit<Partial<FormOptions<Values, Values>>, "start" | "loaded" | "after" | "fields"> {
  fields: FieldSpecs<Values>;
  start?: Values | undefined;
  loaded?: Values | undefined;
  after?: "empties";
}

function Shown(options: Options) {
  const form = useForm<Values>({ start: {}, failed: "It was not sent", send: async () => {}, ...options } as never);
  return (
    <FormFrame form={form}>
      <Fields form={form} />
      <Submit form={form} busy="Sending…">
        Send
      </Submit>
    </FormFrame>
  );
}

function show(options: Options) {
  const send = vi.fn<(sent: Values) => Promise<void>>(async () => {});
  vi.stubGlobal("reportError", reported);
  const view = render(<Shown send={send} {...options} />);
  const again = (more: Partial<Options>) => view.rerender(<Shown send={send} {...options} {...more} />);
  return { send, again, user: userEvent.setup(), submit: screen.getByRole("button", { name: "Send" }) };
}

const reported = vi.fn();

const body = (properties: JsonObject, ...required: string[]): JsonObject => ({ type: "object", properties, required });
const refused = (...detail: { loc: (string | number)[]; msg: string }[]) =>
  Object.assign(new Error("refused"), { data: { httpStatus: 422, problem: null, detail } });

describe("each kind of field", () => {
  const kinds: readonly [string, JsonObject, object, (field: HTMLElement) => Promise<unknown> | unknown, Json][] = [
    ["text", { type: "string", maxLength: 9 }, {}, (field) => userEvent.type(field, " Ana "), "Ana"],
    ["long text", { type: "string" }, {}, (field) => userEvent.type(field, " Ana\nBo "), " Ana\nBo "],
    ["number", { type: "number" }, { unit: "tokens" }, (field) => userEvent.type(field, "−1,5"), -1.5],
    ["flag", { type: "boolean" }, {}, (field) => userEvent.click(field), true],
    ["switch", { type: "boolean" }, { isSwitch: true }, (field) => userEvent.click(field), true],
    ["one of", { enum: ["a", "b"] }, {}, (field) => userEvent.selectOptions(field, "b"), "b"],
    ["texts", { type: "array", items: { type: "string" } }, {}, (field) => userEvent.type(field, "a\nb"), ["a", "b"]],
    ["day", { type: "string", format: "date" }, {}, (field) => change(field, "2026-11-23"), "2026-11-23"],
    [
      "moment",
      { type: "string", format: "date-time" },
      {},
      (field) => change(field, "2026-11-23T10:00:00"),
      new Date("2026-11-23T10:00:00").toISOString(),
    ],
    ["secret", { type: "string", format: "password" }, {}, (field) => userEvent.type(field, " sk-1 "), "sk-1"],
    [
      "password",
      { type: "string", format: "password" },
      { isExact: true },
      (field) => userEvent.type(field, " a b "),
      " a b ",
    ],
    [
      "password that is shown",
      { type: "string", format: "password" },
      { isExact: true, isReadable: true },
      (field) => userEvent.type(field, " a b "),
      " a b ",
    ],
    ["JSON", {}, {}, (field) => change(field, '{"a": [1]}'), { a: [1] }],
  ];
  const change = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

  test.each(kinds)("%s", async (_, schema, look, fill, value) => {
    const { send, submit } = show({
      schema: body({ it: schema }, "it"),
      fields: { it: { label: "It", help: "What it is.", ...look } },
    });
    await fill(screen.getByLabelText(/^It/));
    screen.getByText("What it is.");
    fireEvent.click(submit);
    await waitFor(() => expect(send).toHaveBeenCalledWith({ it: value }));
  });

  test("many of, and one of some that say what they mean", async () => {
    const options = [
      { value: "a", label: "A", means: "The first." },
      { value: "b", label: "B", means: "The second." },
    ];
    const { send, submit, user } = show({
      schema: body({ many: { type: "array", items: { enum: ["a", "b"] } }, one: { enum: ["a", "b"] } }, "many", "one"),
      fields: { many: { label: "Many", options }, one: { label: "One", options } },
    });
    await user.click(screen.getByRole("checkbox", { name: "B", description: "The second." }));
    await user.click(screen.getByRole("checkbox", { name: "A" }));
    await user.click(within(screen.getByRole("group", { name: "One" })).getByRole("radio", { name: "B" }));
    await user.click(submit);
    expect(send).toHaveBeenCalledWith({ many: ["b", "a"], one: "b" });
  });

  test("one that a screen draws, and what changes with another", async () => {
    const { send, submit, user } = show({
      start: { own: { at: 1 }, kind: "near" },
      fields: {
        kind: {
          label: "Kind",
          options: [
            { value: "near", label: "Near" },
            { value: "far", label: "Far" },
          ],
          also: ({ kind }) => ({ own: { at: kind === "far" ? 9 : 1 } }),
        },
        own: { label: "Own", draw: ({ value }, { kind }) => <p>{`${kind}: ${JSON.stringify(value)}`}</p> },
      },
    });
    screen.getByText('near: {"at":1}');
    await user.selectOptions(screen.getByLabelText("Kind"), "far");
    screen.getByText('far: {"at":9}');
    await user.click(submit);
    expect(send).toHaveBeenCalledWith({ kind: "far", own: { at: 9 } });
  });
});

describe("a secret", () => {
  test("is in its control alone, and gone from there once it was sent", async () => {
    const { send, submit, user } = show({
      schema: body({ key: { type: "string", format: "password" } }, "key"),
      fields: { key: { label: "Key" } },
    });
    const key = screen.getByLabelText("Key") as HTMLInputElement;
    await user.type(key, "sk-1");
    expect(document.body.innerHTML).not.toContain("sk-1");
    await user.click(submit);
    expect(send).toHaveBeenCalledWith({ key: "sk-1" });
    await waitFor(() => expect(key.value).toBe(""));
  });
});

describe("what is wrong", () => {
  const fields = { name: { label: "Name" }, count: { label: "Count" } };
  const schema = body({ name: { type: "string", minLength: 1, maxLength: 3 }, count: { type: "integer" } }, "name");

  test("is said where a field is left, and goes as soon as it is written in", async () => {
    const { user } = show({ schema, fields });
    const name = screen.getByLabelText("Name");
    await user.type(name, "abcd");
    expect(name.getAttribute("aria-invalid")).toBeNull();
    await user.tab();
    expect(name.getAttribute("aria-invalid")).toBe("true");
    screen.getByText("No more than 3 characters.");
    await user.type(name, "{Backspace}");
    expect(name.getAttribute("aria-invalid")).toBeNull();
  });

  test("keeps the form from being sent, and takes the focus", async () => {
    const { send, submit, user } = show({ schema, fields });
    await user.type(screen.getByLabelText("Count"), "x");
    await user.click(submit);
    expect(send).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(screen.getByLabelText("Name"));
    const alert = screen.getByRole("alert");
    expect(alert.textContent).toContain("Check these 2 fields: Name, Count.");
    await user.click(within(alert).getByRole("link", { name: "Count" }));
    expect(document.activeElement).toBe(screen.getByLabelText("Count"));
  });

  test("with the server stands at its field, else above, and nothing typed is lost", async () => {
    const send = async () => {
      throw refused({ loc: ["body", "count"], msg: "too many" }, { loc: ["body", "plan"], msg: "used up" });
    };
    const { submit, user } = show({ schema, fields, send });
    await user.type(screen.getByLabelText("Name"), "Ana");
    await user.type(screen.getByLabelText("Count"), "7");
    await user.click(submit);
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("It was not sent");
    expect(alert.textContent).toContain("plan: Used up.");
    const count = screen.getByRole("spinbutton", { name: "Count", description: "Too many." }) as HTMLInputElement;
    await waitFor(() => expect(document.activeElement).toBe(count));
    expect([count.value, (screen.getByLabelText("Name") as HTMLInputElement).value]).toEqual(["7", "Ana"]);
  });

  test("inside a field of fields stands at the inner one", async () => {
    const send = async () => {
      throw refused({ loc: ["body", "price", "amount"], msg: "too much" });
    };
    const { submit, user } = show({
      send,
      schema: body({ price: body({ amount: { type: "number" } }, "amount") }, "price"),
      fields: { price: { label: "Price" } },
    });
    await user.type(screen.getByLabelText("Amount"), "7");
    await user.click(submit);
    await screen.findByRole("spinbutton", { name: "Amount", description: "Too much." });
  });
});

describe("a change", () => {
  const schema = body({ name: { type: "string", minLength: 1 }, note: { type: "string" } });
  const fields = { name: { label: "Name", isLine: true }, note: { label: "Note", isLine: true } };

  test("sends what was edited and nothing else, and nothing before that", async () => {
    const { send, submit, user } = show({ schema, fields, loaded: { name: " Ana ", note: "x" }, start: undefined });
    expect(submit.getAttribute("aria-disabled")).toBe("true");
    fireEvent.submit(submit.closest("form") as HTMLFormElement);
    expect(send).not.toHaveBeenCalled();
    await user.type(screen.getByLabelText("Note"), "y");
    await user.type(screen.getByLabelText("Name"), "a{Backspace}");
    await user.click(submit);
    expect(send).toHaveBeenCalledWith({ note: "xy" });
  });

  test("shows what is there now where nobody writes, and asks where somebody does", async () => {
    const { send, submit, user, again } = show({
      schema,
      fields,
      loaded: { name: "Ana", note: "x" },
      start: undefined,
    });
    await user.type(screen.getByLabelText("Note"), "y");
    again({ loaded: { name: "Bo", note: "theirs" } });
    expect((screen.getByLabelText("Name") as HTMLInputElement).value).toBe("Bo");
    expect((screen.getByLabelText("Note") as HTMLInputElement).value).toBe("xy");
    screen.getByText("Someone changed this to “theirs”.");
    await user.click(screen.getByRole("button", { name: "Keep mine" }));
    expect(screen.queryByText(/Someone changed this/)).toBeNull();
    await user.click(submit);
    expect(send).toHaveBeenCalledWith({ note: "xy" });
  });

  test("takes theirs where that is wanted", async () => {
    const { user, again } = show({ schema, fields, loaded: { name: "Ana", note: "x" }, start: undefined });
    await user.type(screen.getByLabelText("Note"), "y");
    again({ loaded: { name: "Ana", note: "theirs" } });
    await user.click(screen.getByRole("button", { name: "Use theirs" }));
    expect((screen.getByLabelText("Note") as HTMLInputElement).value).toBe("theirs");
    expect(screen.getByRole("button", { name: "Send" }).getAttribute("aria-disabled")).toBe("true");
  });
});

test("an exception in the page is said as what it is, and reported", async () => {
  const fault = new TypeError("text.trim is not a function");
  const { submit, user } = show({
    fields: { name: { label: "Name", isLine: true, schema: { type: "string" } } },
    send: () => Promise.reject(fault),
  });
  await user.click(submit);
  const alert = screen.getByRole("alert");
  expect(alert.textContent).toContain("“text.trim is not a function”");
  expect(alert.textContent).not.toContain("reached");
  expect(reported).toHaveBeenCalledExactlyOnceWith(fault);
});

describe("leaving", () => {
  const schema = body({ name: { type: "string" }, text: { type: "string" } });
  const fields = { name: { label: "Name", isLine: true }, text: { label: "Text" } };
  const isHeld = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

  test("the page asks only while something is typed and not sent", async () => {
    const { user, submit } = show({ schema, fields, after: "empties" });
    expect(isHeld()).toBe(false);
    await user.type(screen.getByLabelText("Name"), "A");
    expect(isHeld()).toBe(true);
    await user.click(submit);
    await waitFor(() => expect(isHeld()).toBe(false));
  });

  test("a change is there again where it is kept, until it is sent", async () => {
    const place = { schema, fields, loaded: { name: "", text: "" }, start: undefined, keptAs: "a place" };
    const { user } = show(place);
    await user.type(screen.getByLabelText("Name"), "Ana");
    cleanup();
    const again = show({ ...place, send: async () => cleanup() });
    expect((screen.getByLabelText("Name") as HTMLInputElement).value).toBe("Ana");
    await again.user.click(again.submit);
    await waitFor(() => expect(screen.queryByLabelText("Name")).toBeNull());
    show(place);
    expect((screen.getByLabelText("Name") as HTMLInputElement).value).toBe("");
  });

  function Window({ onClose }: { onClose: () => void }) {
    const [sent, setSent] = useState(0);
    const form = useForm<Values>({
      schema,
      fields,
      start: { name: "", text: "" },
      failed: "It was not sent",
      after: "stays",
      send: async () => setSent((count) => count + 1),
    });
    return <FormDialog form={form} title={`Sent ${sent}`} submit="Send" busy="Sending…" onClose={onClose} />;
  }

  test("a window asks once on Escape, and ⌘Enter sends it from a long text", async () => {
    const onClose = vi.fn();
    render(<Window onClose={onClose} />);
    const user = userEvent.setup();
    await user.type(screen.getByLabelText("Text"), "Words{Meta>}{Enter}{/Meta}");
    await screen.findByRole("dialog", { name: "Sent 1" });
    await user.keyboard("{Escape}");
    expect(onClose).not.toHaveBeenCalled();
    screen.getByText(/Close again/);
    await user.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
