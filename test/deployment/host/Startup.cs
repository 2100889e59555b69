[assembly: HostingStartup(typeof(Startup))]

/// <summary>
/// With the setting Redis, adds Redis as backplane and SQLite as database. Runs before Program.cs, which adds only
/// what is missing.
/// </summary>
public class Startup : IHostingStartup
{
    public void Configure(IWebHostBuilder builder) => builder.ConfigureServices((context, services) =>
    {
        if (context.Configuration["Redis"] is not { } redis) return;
        services.AddSingleton<ChatStore, SqliteStore>();
        services.AddSignalR().AddStackExchangeRedis(redis);
    });
}
