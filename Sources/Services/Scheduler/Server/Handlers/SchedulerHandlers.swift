internal import Access
internal import RPC
internal import SchedulerAPI

/// The methods of the contract, each handed to the part that knows.
struct SchedulerHandlers: Sendable {
    let windows: WindowManager
    let slots: SlotManager
    let reader: WeekReader
    let maker: WeekPlanner
    let vetoes: Vetoes
    let shows: ShowManager

    var table: RPCHandlers<Scheduler> {
        var handlers = RPCHandlers<Scheduler>()
        addWindows(to: &handlers)
        addSlots(to: &handlers)
        addWeek(to: &handlers)
        shows.register(on: &handlers)
        return handlers
    }

    private func addWindows(to handlers: inout RPCHandlers<Scheduler>) {
        handlers.on(Scheduler.AddWindow.self) { [windows] request, call in
            try await windows.add(request, call, for: call.viewer)
        }
        handlers.on(Scheduler.EditWindow.self) { [windows] request, call in
            try await windows.edit(request, call, for: call.viewer)
        }
        handlers.on(Scheduler.RemoveWindow.self) { [windows] request, call in
            try await windows.remove(request, call, for: call.viewer)
        }
        handlers.on(Scheduler.ListWindows.self) { [windows] _, call in try await windows.list(for: call.viewer) }
    }

    private func addSlots(to handlers: inout RPCHandlers<Scheduler>) {
        handlers.on(Scheduler.BookSlot.self) { [slots] request, call in
            try await slots.book(request, call, for: call.viewer)
        }
        handlers.on(Scheduler.EditSlot.self) { [slots] request, call in
            try await slots.edit(request, call, for: call.viewer)
        }
        handlers.on(Scheduler.RemoveSlot.self) { [slots] request, call in
            try await slots.remove(request, call, for: call.viewer)
        }
        handlers.on(Scheduler.GetSlot.self) { [slots] request, call in
            try await slots.get(request.id, for: call.viewer)
        }
        handlers.on(Scheduler.VetoSlot.self) { [vetoes] request, call in
            try await vetoes.veto(request, call, for: call.viewer)
        }
    }

    private func addWeek(to handlers: inout RPCHandlers<Scheduler>) {
        handlers.on(Scheduler.GetWeek.self) { [reader] request, call in
            try await reader.week(request, for: call.viewer)
        }
        handlers.on(Scheduler.Now.self) { [reader] _, call in try await reader.now(for: call.viewer) }
        handlers.on(Scheduler.ExportCalendar.self) { [reader] request, call in
            try await reader.calendar(request, for: call.viewer)
        }
        handlers.on(Scheduler.GenerateWeek.self) { [maker] request, call in
            try await maker.generate(request, call, for: call.viewer)
        }
    }
}
