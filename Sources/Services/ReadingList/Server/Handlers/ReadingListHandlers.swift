internal import Access
internal import RPC
internal import ReadingListAPI

/// The methods of the contract, each handed to the part that knows.
struct ReadingListHandlers: Sendable {
    let saving: LinkSaver
    let finding: LinkLister
    let changing: LinkEditor
    let types: TypeCorrections
    let imports: LinkImports

    var table: RPCHandlers<ReadingList> {
        var handlers = RPCHandlers<ReadingList>()
        addLists(to: &handlers)
        addChanges(to: &handlers)
        addTypes(to: &handlers)
        addImports(to: &handlers)
        return handlers
    }

    private func addLists(to handlers: inout RPCHandlers<ReadingList>) {
        handlers.on(ReadingList.SaveLink.self) { [saving] request, call in
            try await saving.save(request, call, for: call.viewer)
        }
        handlers.on(ReadingList.GetLink.self) { [saving] request, call in
            try await saving.get(request.id, for: call.viewer)
        }
        handlers.on(ReadingList.ListLinks.self) { [finding] request, call in
            try await finding.list(request, for: call.viewer)
        }
        handlers.on(ReadingList.ListDomains.self) { [finding] request, call in
            try await finding.domains(request, for: call.viewer)
        }
        handlers.on(ReadingList.ListTags.self) { [finding] _, call in try await finding.tags(for: call.viewer) }
    }

    private func addChanges(to handlers: inout RPCHandlers<ReadingList>) {
        handlers.on(ReadingList.MarkLinks.self) { [changing] request, call in
            try await changing.mark(request, call, for: call.viewer)
        }
        handlers.on(ReadingList.StarLinks.self) { [changing] request, call in
            try await changing.star(request, call, for: call.viewer)
        }
        handlers.on(ReadingList.TagLinks.self) { [changing] request, call in
            try await changing.tag(request, call, for: call.viewer)
        }
        handlers.on(ReadingList.EditLink.self) { [changing] request, call in
            try await changing.edit(request, call, for: call.viewer)
        }
        handlers.on(ReadingList.DeleteLinks.self) { [changing] request, call in
            try await changing.delete(request, call, for: call.viewer)
        }
        handlers.on(ReadingList.UndoDelete.self) { [changing] request, call in
            try await changing.undo(request.deletion, call, for: call.viewer)
        }
    }

    private func addTypes(to handlers: inout RPCHandlers<ReadingList>) {
        handlers.on(ReadingList.CorrectTypes.self) { [types] request, call in
            try await types.correct(request, call, for: call.viewer)
        }
        handlers.on(ReadingList.ListSiteRules.self) { [types] _, call in try await types.rules(for: call.viewer) }
        handlers.on(ReadingList.RemoveSiteRule.self) { [types] request, call in
            try await types.removeRule(request.domain, call, for: call.viewer)
        }
    }

    private func addImports(to handlers: inout RPCHandlers<ReadingList>) {
        handlers.on(ReadingList.ImportLinks.self) { [imports] request, items, call in
            try await imports.receive(request, items, call, for: call.viewer)
        }
        handlers.on(ReadingList.GetLinkImport.self) { [imports] request, call in
            try await imports.get(request.job, for: call.viewer)
        }
        handlers.on(ReadingList.FollowLinkImport.self) { [imports] request, writer, call in
            try await imports.follow(request.job, writer, call)
        }
        handlers.on(ReadingList.CancelLinkImport.self) { [imports] request, call in
            try await imports.cancel(request.job, for: call.viewer)
        }
    }
}
