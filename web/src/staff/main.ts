import { mount, type Component } from "svelte";
import "../style/base.css";
import "../style/staff.css";
import "./staff.css";

// One entry for everybody who works here; each page is loaded where it is needed.
const [, page, number] = location.pathname.split("/");
const target = document.getElementById("app")!;

async function start(): Promise<void> {
  switch (page) {
    case "dealer": {
      const { default: DealerPage } = await import("./dealer/DealerPage.svelte");
      mount(DealerPage, { target, props: { number: Number(number) } });
      return;
    }
    case "cage":
      return put(await import("./cage/CagePage.svelte"));
    case "office":
      return put(await import("./office/OfficePage.svelte"));
    case "reports":
      return put(await import("../reports/ReportsPage.svelte"));
    case "audit":
      return put(await import("../audit/AuditPage.svelte"));
    default: {
      const { default: FloorPage } = await import("./floor/FloorPage.svelte");
      mount(FloorPage, { target, props: { first: number ? Number(number) : undefined } });
    }
  }
}

function put({ default: page }: { default: Component }): void {
  mount(page, { target });
}

void start();
