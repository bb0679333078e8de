public import RPC

/// The household's schedule: viewing windows, slots and generated plans.
///
/// Days are `YYYY-MM-DD` and times `HH:mm` by the household's clocks, wherever the caller is. Changes name the version that
/// they were made from: the second of two gets ABORTED with ``ChangedMeanwhile``.
public enum Scheduler: RPCService {
    public static let name = "hearth.scheduler.v1.Scheduler"
    public static let requests: [any RPCMethod.Type] = [
        AddWindow.self, EditWindow.self, RemoveWindow.self, ListWindows.self,
        BookSlot.self, EditSlot.self, RemoveSlot.self, GetSlot.self, VetoSlot.self,
        GetWeek.self, Now.self, GenerateWeek.self, ExportCalendar.self,
        SetShow.self, ListShows.self,
    ]
}
