public import HearthModel
public import RPC

/// The household's schedule: viewing windows, slots and generated plans.
///
/// Dates are `YYYY-MM-DD` and times `HH:mm` in the household's time zone, wherever the caller is. Changes name the
/// version that they are based on: of two concurrent ones the second gets ABORTED with ``ChangedMeanwhile``.
public enum Scheduler: ServiceContract {
    public static let serviceName = ServiceManifest.scheduler.name
    public static let name = "hearth.scheduler.v1.Scheduler"
    public static let requests: [any RPCMethod.Type] = [
        AddWindow.self, EditWindow.self, RemoveWindow.self, ListWindows.self,
        BookSlot.self, EditSlot.self, RemoveSlot.self, GetSlot.self, VetoSlot.self,
        GetWeek.self, Now.self, GenerateWeek.self, ExportCalendar.self,
        SetShow.self, ListShows.self, ListMoods.self,
    ]

    /// A method with one response.
    public protocol Request: RPCRequest where Service == Scheduler {}
}
