import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answerWith, Studio } from "../../../studio.fixture.tsx";
import type { Entity } from "../entity/use-entity.ts";
import { PicturesSection } from "./pictures-section.tsx";

const ANA = { id: "ent_01jd0000000000000000000000", name: "Ana Vel" } as Entity;
const picture = { id: "img_1", file: "ab", alt_text: "Ana on the mole" };
const URL_OF_FILE = "http://fabula.example/files/prj_1/ab/ab.png?until=1&signature=x";

/** The section, and every change that it asks for. */
function show(images: object[] = [picture], standings: object[] = []) {
  const changes: object[] = [];
  const noted = (name: string, answer: object) => (input: object) => {
    changes.push({ name, ...input, project_id: undefined });
    return answer;
  };
  answerWith({
    "images.list": () => ({ images, total: images.length, has_more: false }),
    "files.get": () => ({ sha256: "ab", url: URL_OF_FILE }),
    "files.upload": noted("upload", { sha256: "cd" }),
    "images.create": noted("create", picture),
    "images.update": noted("update", picture),
    "images.delete": noted("delete", {}),
    "images.generate": noted("generate", { session_id: "ses_1" }),
    "sessions.standing": () => standings.shift() ?? { status: "completed" },
  });
  render(
    <Studio>
      <PicturesSection entity={ANA} />
    </Studio>,
  );
  return changes;
}

test("a picture is shown from a signed address, with its words, which are changed where they stand", async () => {
  const changes = show();
  const shown = await screen.findByRole("img", { name: "Ana on the mole" });
  expect(shown.getAttribute("src")).toBe("/files/prj_1/ab/ab.png?until=1&signature=x");
  await userEvent.click(screen.getByRole("button", { name: "Ana on the mole" }));
  await userEvent.keyboard("{Control>}a{/Control}Ana, before the flood{Enter}");
  await waitFor(() =>
    expect(changes).toEqual([{ name: "update", image_id: "img_1", alt_text: "Ana, before the flood" }]),
  );
  await userEvent.click(screen.getByRole("button", { name: "Delete the picture “Ana on the mole”" }));
  await waitFor(() => expect(changes.at(-1)).toEqual({ name: "delete", image_id: "img_1" }));
});

test("a picture is uploaded and added, and what is none is refused before it is sent", async () => {
  const changes = show([]);
  const field = await screen.findByLabelText("Picture to add");
  const user = userEvent.setup({ applyAccept: false });
  await user.upload(field, new File(["<svg/>"], "ana.svg", { type: "image/svg+xml" }));
  await screen.findByText("Choose a PNG, JPEG, GIF, WebP or AVIF picture.");
  expect(changes).toEqual([]);
  await user.upload(field, new File(["png"], "ana.png", { type: "image/png" }));
  await waitFor(() =>
    expect(changes).toEqual([
      { name: "upload", media_type: "image/png", content: "cG5n" },
      { name: "create", entity_id: ANA.id, file: "cd" },
    ]),
  );
});

test("a picture is drawn from a wish; what comes of it is said where it was asked for", async () => {
  const failed = { status: "error", error: { message: "The model would not answer." } };
  const changes = show([], [failed]);
  await userEvent.click(await screen.findByRole("button", { name: "Draw a picture" }));
  await userEvent.type(await screen.findByLabelText("Style (optional)"), "Ink drawing");
  await userEvent.click(screen.getByRole("button", { name: "Draw" }));
  await screen.findByText("The model would not answer.");
  expect(changes).toMatchObject([{ name: "generate", entity_id: ANA.id, style: "Ink drawing" }]);
  await userEvent.click(screen.getByRole("button", { name: "Draw" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
