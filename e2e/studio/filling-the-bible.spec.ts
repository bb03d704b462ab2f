import { graveFindings, themes } from "../looks.ts";
import { expect, test } from "../story.ts";
import { tell } from "../studio-calls.ts";

test("reads notes into the bible, goes through it by keys, leaves a line out and brings it back, and makes an idea part of the world", {
  tag: "@full",
}, async ({ page }) => {
  await page.goto("/projects");
  const { id: project } = await tell<{ id: string }>(page, "projects.create", {
    name: "A saltmarsh",
    packs: ["book"],
  });
  await page.goto(`/projects/${project}/bible`);
  await page.getByRole("button", { name: "Read my notes" }).first().click();
  const notes = page.getByRole("dialog", { name: "Read my notes" });
  await notes.getByLabel("Notes to read").setInputFiles([
    {
      name: "Odo.markdown",
      mimeType: "text/markdown",
      buffer: Buffer.from("---\ntype: character\n---\nKeeper of the gate.\n\n- Odo fears the tide.\n- Odo sings.\n"),
    },
  ]);
  await notes.getByRole("button", { name: "Write 3 proposals" }).click();
  await expect(notes.getByRole("status").filter({ hasText: /Reading/ })).toHaveCount(0);
  await notes.getByRole("button", { name: "Close" }).click();

  await page.getByRole("link", { name: "Odo", exact: true }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("button", { name: "Keeper of the gate." })).toBeFocused();
  await page.keyboard.press("End");
  const line = page.getByRole("button", { name: "Odo sings." });
  await expect(line).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Leave out" }).press("Enter");
  await expect(line).toHaveCount(0);
  for (const theme of themes("light")) {
    await page.emulateMedia({ colorScheme: theme });
    expect(await graveFindings(page)).toEqual([]);
  }
  await page.getByRole("button", { name: "1 line left out" }).press("Enter");
  const left = page.getByRole("dialog", { name: /^Left out of/ });
  await left.getByRole("button", { name: "Bring back" }).press("Enter");
  await expect(left.getByText("Nothing is left out any more.")).toBeVisible();
  await left.getByRole("button", { name: "Close" }).press("Enter");
  await expect(line).toBeVisible();

  await tell(page, "ideas.create", { project_id: project, premise: "The ferryman sells passage." });
  await page.goto(`/projects/${project}/ideas?view=board`);
  const idea = page.getByRole("link", { name: "The ferryman sells passage." });
  await idea.focus();
  await page.keyboard.press("Shift+ArrowRight");
  await expect(page.getByRole("region", { name: "Shortlisted" }).getByRole("link")).toBeFocused();
  for (const theme of themes("light")) {
    await page.emulateMedia({ colorScheme: theme });
    expect(await graveFindings(page)).toEqual([]);
  }
  await page.getByRole("button", { name: "Move “The ferryman sells passage.”" }).press("Enter");
  await page.getByRole("menuitem", { name: "Promoted" }).press("Enter");
  const promotion = page.getByRole("dialog", { name: "Make this idea part of the world" });
  await promotion.getByLabel("New characters").fill("The ferryman");
  await promotion.getByLabel("Set-ups").fill("The ferryman will be paid.");
  await promotion.getByRole("button", { name: "Promote" }).press("Enter");
  await expect(page.getByRole("region", { name: "Promoted" }).getByRole("link")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).last().press("Enter");
  await expect(page.getByRole("region", { name: "Shortlisted" }).getByRole("link")).toBeVisible();
  await page.goto(`/projects/${project}/seeds`);
  await expect(page.getByText(/No set-ups yet/)).toBeVisible();
});
