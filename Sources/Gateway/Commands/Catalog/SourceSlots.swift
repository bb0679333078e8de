internal import ArgumentParser
internal import HearthModel
internal import PlaybackStateAPI
internal import ProfilesAPI
internal import RPC

/// `hearth source slots`
struct SourceSlots: GatewayCommand {
    static let configuration = CommandConfiguration(
        commandName: "slots", abstract: "Show the streams that accounts open at once, and the sessions that hold them.",
        discussion: """
            `hearth source change NAME --connections 2` sets how many an account opens; that of an Xtream Codes account is             known. `hearth household --slot-rule end-oldest` decides what happens when all are in use.

            Example: hearth source slots
            """)

    @OptionGroup var global: GlobalOptions

    func run(_ gateway: Gateway) async throws {
        let list = try await gateway.send(PlaybackState.ListSlots())
        let output = gateway.output
        if output.isJSON { return output.json(list) }
        guard !list.accounts.isEmpty else { return output.line("Nothing was played from a source's account lately.") }
        // Without profiles their IDs are shown.
        let profiles = (try? await gateway.send(Profiles.ListProfiles()))?.profiles ?? []
        let names = Dictionary(profiles.map { ($0.id, $0.name) }) { first, _ in first }
        let clock = await gateway.clock()
        var table = Table(
            .text("SOURCE", isFlexible: true), .text("IN USE"), .text("PROFILE"), .text("TITLE", isFlexible: true),
            .text("DEVICE"), .text("SINCE"), .text("STATE"))
        for account in list.accounts {
            let used = account.maximum.map { "\(account.used) of \($0)" } ?? "\(account.used)"
            if account.holders.isEmpty { table.add(account.source, used) }
            for (index, holder) in account.holders.enumerated() {
                table.add(
                    index == 0 ? account.source : "", index == 0 ? used : "", names[holder.profile] ?? holder.profile,
                    SlotText.title(holder), holder.device, clock.time(holder.since),
                    holder.isSilent == true ? "silent, gives way" : "")
            }
        }
        output.table(table)
        output.line("When all streams of an account are in use, \(SlotText.rule(list.rule)).")
    }
}

/// How commands show connection slots.
enum SlotText {
    /// What happens when no slot is free.
    static func rule(_ rule: SlotRule) -> String {
        switch rule {
        case .endOldest: "the oldest session ends"
        case .endNewest: "the newest session ends"
        default: "the title is not played"
        }
    }

    /// The title that a session plays, as far as the profile may see it.
    static func title(_ holder: SlotHolder) -> String {
        holder.content == nil ? "(hidden)" : CardFormatter.title(holder.card)
    }
}
